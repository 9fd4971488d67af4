import { readDeployment } from './spec/deployment/read.ts';
import { loadDocument } from './spec/document.ts';
import { readdirSync } from 'node:fs';
const doc = loadDocument('spec/openapi.yaml');
for (const f of process.argv.slice(2)) { try { readDeployment(f, doc); console.log(f,'ok'); } catch (e) { console.log((e as Error).message.slice(0,400)); } }
