import { loadSeed } from '../../fixtures/seed.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { findingOfError } from '../finding.ts';
import { resultOf, type Step } from '../step.ts';

/** The mock's seed data against the contract. */
export const fixtures: Step = async () => {
  const validators = compileValidators(loadDocument());
  try {
    const seed = loadSeed(validators);
    const runs = [...seed.missionRuns.values()].reduce((sum, list) => sum + list.length, 0);
    return resultOf([], `${seed.accounts.length} accounts with ${runs} runs keep to the contract`);
  } catch (error) {
    return resultOf([findingOfError('fixture-valid', error, 'fixtures')], '');
  }
};
