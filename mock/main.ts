#!/usr/bin/env node
import { readConfig } from './config.ts';
import { run } from './run.ts';

await run('mock', readConfig);
