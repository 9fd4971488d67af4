#!/usr/bin/env node
import { readProxyConfig } from './config.ts';
import { run } from './run.ts';

await run('proxy', readProxyConfig);
