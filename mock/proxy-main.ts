#!/usr/bin/env node
import { readProxyConfig } from './config.ts';
import { runCommand } from './start.ts';

await runCommand('proxy', readProxyConfig);
