import semver from 'semver';
import type { Bump } from './catalogue/rule.ts';

/**
 * The least version that changes of this weight allow: breaking ones a new major version, soft ones and additions a new minor
 * one. Below 1.0.0 nothing is promised yet, so that a new minor version is enough for everything (semver.org, item 4). What is
 * no semantic version stays as it is.
 */
export function requiredVersion(base: string, bump: Bump | 'none'): string {
  const version = semver.parse(base);
  if (!version || bump === 'none') return base;
  const asked = bump === 'major' && version.major === 0 ? 'minor' : bump;
  return semver.inc(version.version, asked) ?? base;
}
