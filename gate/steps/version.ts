import semver from 'semver';
import { Locator } from '../../spec/locator.ts';
import type { Context } from '../context.ts';
import { resultOf, type Step } from '../step.ts';

export const version: Step = async (context) => {
  const { base, revision } = context;
  const problem = problemOf(context);
  if (problem) {
    const place = new Locator(revision.file, revision.text).at('/info/version');
    return resultOf([{ severity: 'error', rule: 'version-raised', message: problem, place }], '');
  }
  const isSame = base.version === revision.version;
  return resultOf([], isSame ? `stays ${revision.version}` : `${base.version} to ${revision.version}`);
};

function problemOf({ base, revision, changes }: Context): string | undefined {
  if (!semver.valid(revision.version)) return `info.version is "${revision.version}", which is no version like 1.2.3`;
  if (!semver.valid(base.version)) return undefined;
  if (semver.lt(revision.version, base.version)) {
    return `info.version falls from ${base.version} to ${revision.version}`;
  }
  const { verdict, requiredVersion: required } = changes();
  if (semver.gte(revision.version, required)) return undefined;
  return `info.version is ${revision.version}, but the changes are ${verdict}, so it has to rise from ${base.version} to ${required} at least`;
}
