#!/usr/bin/env node
import { main } from './command-line.ts';

// A reader such as `head` may close the output early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

process.exitCode = await main(process.argv.slice(2));
