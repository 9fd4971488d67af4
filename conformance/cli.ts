#!/usr/bin/env node
// conformance/: the suite. `command-line.ts` reads its options, `run-suite.ts` starts a run.
import { main } from './command-line.ts';

// A reader such as `head` may close the output early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const code = await main(process.argv.slice(2));
// Cases of an interrupted run may still wait for something.
process.stdout.write('', () => process.exit(code));
