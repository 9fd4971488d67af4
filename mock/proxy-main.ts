#!/usr/bin/env node
import { readProxyConfig } from './config.ts';
import { run } from './start.ts';

await run('proxy', readProxyConfig);
