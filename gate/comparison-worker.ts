import { work } from '../spec/in-worker.ts';
import { diffDocuments } from './diff/index.ts';

await work<{ base: unknown; revision: unknown }, unknown>(({ base, revision }, say) =>
  diffDocuments(base, revision, say),
);
