import { nodeArguments } from '../../spec/form.ts';
import { runNode } from '../run-node.ts';
import type { Step } from '../step.ts';
import { resultOfGenerated } from './generated-files.ts';

/** What is generated from the contract against what lies in the repository; in a process of its own, as it takes long. */
export const types: Step = async () =>
  resultOfGenerated(await runNode([...nodeArguments, 'scripts/generate.ts', '--check']));
