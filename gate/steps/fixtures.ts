import { fixturesDirectory, loadSeed } from '../../fixtures/seed.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { findingOfError } from '../finding.ts';
import { resultOf, type Step, type StepResult } from '../step.ts';

/** The mock's seed data against the contract. */
export const fixtures: Step = async () => checkFixtures(fixturesDirectory);

/** The seed data of a folder. */
export function checkFixtures(directory: string): StepResult {
  const validators = compileValidators(loadDocument());
  try {
    const seed = loadSeed(validators, directory);
    const runs = [...seed.missionRuns.values()].reduce((sum, list) => sum + list.length, 0);
    return resultOf([], `${seed.accounts.length} accounts with ${runs} runs keep to the contract`);
  } catch (error) {
    return resultOf([findingOfError('fixture-valid', error, 'fixtures')], '');
  }
}
