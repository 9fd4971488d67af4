import { defineConfig } from '@playwright/test';
import { extension } from './spec/package.ts';

const [runsConformance, runsWhole] = [isSelected('conformance'), isSelected('whole')];

/**
 * Two projects: `whole` has the tests that start commands or a browser, or try many cases; `conformance` the rules of the contract against a
 * target, which `npm run conformance` runs without Playwright's runner. All other tests are Vitest's.
 */
export default defineConfig({
  // One more than the cores of CI: tests wait a quarter of their time for processes.
  workers: 3,
  forbidOnly: !!process.env.CI,
  reportSlowTests: runsConformance ? null : { max: 12, threshold: 5_000 },
  reporter: runsConformance ? 'list' : 'dot',
  globalSetup: [
    ...(runsConformance ? [`./conformance/suite/run/prepare${extension}`] : []),
    ...(runsWhole ? ['./tests/built.ts'] : []),
  ],
  projects: [
    // Generous for machines that are ten times slower: tests wait for events, and never depend on time.
    {
      name: 'whole',
      testMatch: '**/*.whole.test.ts',
      timeout: 600_000,
      expect: { timeout: 300_000 },
    },
    {
      name: 'conformance',
      testDir: 'conformance/rules',
      testMatch: `**/*.spec${extension}`,
      // Requests have separate limits; a target may bear so few a second that a case takes very long.
      timeout: 3_600_000,
      // Cases share the numbers of the target and its rate.
      workers: 1,
    },
  ],
});

/** Only a run of the conformance project needs a target, and only a run of the project `whole` needs a build. */
function isSelected(project: 'conformance' | 'whole'): boolean {
  const [command, ...args] = process.argv.slice(2);
  if (command !== 'test' || args.includes('--list')) return false;
  const named = args.flatMap((arg, index) => {
    if (arg === '--project') return [args[index + 1] ?? ''];
    return arg.startsWith('--project=') ? [arg.slice('--project='.length)] : [];
  });
  if (named.length > 0) return named.some((name) => name === project || name.includes('*'));
  const files = args.filter((arg) => /\.(ts|tsx)(:\d+)*$/.test(arg));
  return files.length === 0 || files.some((file) => file.includes('.test.ts') === (project === 'whole'));
}
