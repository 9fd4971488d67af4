import difference from 'semver/functions/diff.js';
import gte from 'semver/functions/gte.js';
import lt from 'semver/functions/lt.js';
import valid from 'semver/functions/valid.js';
import { Locator } from '../../spec/locator.ts';
import type { Context } from '../context.ts';
import { resultOf, type Step } from '../step.ts';

export const version: Step = async (context) => {
  const { base, revision } = context;
  const problem = await problemOf(context);
  if (problem) {
    const place = new Locator(revision.file, revision.text).at('/info/version');
    return resultOf([{ severity: 'error', rule: 'version-raised', message: problem, place }], '');
  }
  const isSame = base.version === revision.version;
  return resultOf([], isSame ? `stays ${revision.version}` : `${base.version} to ${revision.version}`);
};

async function problemOf({ base, revision, changes }: Context): Promise<string | undefined> {
  if (!valid(revision.version)) return `info.version is "${revision.version}", which is no version like 1.2.3`;
  if (!valid(base.version)) return undefined;
  if (lt(revision.version, base.version)) {
    return `info.version falls from ${base.version} to ${revision.version}`;
  }
  const { verdict, requiredVersion: required } = await changes();
  if (gte(revision.version, required)) return undefined;
  return `${verdict} changes need a ${difference(base.version, required)} version: raise ${revision.version} to ${required}`;
}
