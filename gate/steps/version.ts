import semver from 'semver';
import { Locator } from '../../spec/locator.ts';
import { type Context, resultOf, type Step } from '../step.ts';

/** Whether `info.version` rose as the changes of the contract demand. */
export const version: Step = async (context) => {
  const { base, revision } = context;
  const problem = await problemOf(context);
  if (problem) {
    const place = new Locator(revision.file, revision.text).at('/info/version');
    return resultOf([{ severity: 'error', rule: 'version-raised', message: problem, place }], '');
  }
  return resultOf(
    [],
    base.version === revision.version ? `stays ${revision.version}` : `${base.version} to ${revision.version}`,
  );
};

/** The least version that the changes allow. */
export async function nextVersion({ changes }: Pick<Context, 'changes'>): Promise<string> {
  return (await changes()).requiredVersion;
}

async function problemOf(context: Context): Promise<string | undefined> {
  const { base, revision } = context;
  if (!semver.valid(revision.version)) return `info.version is "${revision.version}", which is no version like 1.2.3`;
  if (!semver.valid(base.version)) return undefined;
  if (semver.lt(revision.version, base.version)) {
    return `info.version falls from ${base.version} to ${revision.version}`;
  }
  const required = await nextVersion(context);
  if (semver.gte(revision.version, required)) return undefined;
  const { verdict } = await context.changes();
  return `info.version is ${revision.version}, but the changes are ${verdict}, so it has to rise from ${base.version} to ${required} at least`;
}
