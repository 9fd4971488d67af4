import { defineConfig, type ReporterDescription } from '@playwright/test';
import { extension } from './spec/form.ts';

const { argv, env } = process;
const runsConformance = asksForConformance(argv.slice(2));
const output = env.CONFORMANCE_OUTPUT ?? 'reports';

/** Tests that start commands or a browser; tests/quick.test.ts holds the list. */
export const starting: readonly RegExp[] = [
  /\/gate\/(cli|command|base\/resolve|comment\/post-comment)\.test\.ts$/,
  /\/tests\/(conformance|console|durability|package)\/.+\.test\.ts$/,
  /\/tests\/docs\/guides\.test\.ts$/,
  /\/tests\/mock\/(cli.*|credentials|proxy|relay)\.test\.ts$/,
  /\/tests\/servers\/verdicts\.test\.ts$/,
];

/** Tests that start nothing and take long all the same: they try many cases of one kind. */
const searching: readonly RegExp[] = [
  /\/gate\/diff\/spelling\.test\.ts$/,
  /\/tests\/(differential|races)\/.+\.test\.ts$/,
  /\/tests\/servers\/derived\.test\.ts$/,
];

/**
 * Three projects: `quick` has the tests for use while working, `whole` those that start commands or a browser or try many cases,
 * `conformance` the rules of the contract against a target. The suite's own command line (`npm run conformance`) runs the last one; `npx playwright test` alone
 * runs all.
 */
export default defineConfig({
  fullyParallel: false,
  workers: 2,
  forbidOnly: !!env.CI,
  // What a test expects as a whole file stands beside it.
  snapshotPathTemplate: '{testDir}/{testFileDir}/golden/{arg}{ext}',
  reporter: runsConformance ? conformanceReporters() : [['dot']],
  ...(runsConformance && { globalSetup: `./conformance/suite/global-setup${extension}` }),
  metadata: {
    run: env.CONFORMANCE_RUN,
    selection: env.CONFORMANCE_SELECTION,
    waivers: JSON.parse(env.CONFORMANCE_WAIVERS ?? '[]'),
  },
  projects: [
    { name: 'quick', testMatch: '**/*.test.ts', testIgnore: ['examples/**', ...starting, ...searching], timeout: 60_000 },
    // Tests that start commands meet a busy machine now and then; what passes only the second time is reported as flaky.
    { name: 'whole', testMatch: [...starting, ...searching], timeout: 60_000, retries: 1 },
    { name: 'conformance', testDir: 'conformance/rules', testMatch: `*.spec${extension}`, timeout: 300_000 },
  ],
});

function conformanceReporters(): ReporterDescription[] {
  const reporters: ReporterDescription[] = [[`./conformance/report/reporter${extension}`, { output }]];
  if (env.CONFORMANCE_CLI !== '1') reporters.push(['list']);
  const shard = env.CONFORMANCE_SHARD?.replace('/', '-of-');
  if (shard) reporters.push(['blob', { outputFile: `${output}/blob/shard-${shard}.zip` }]);
  return reporters;
}

/** Only a run that includes the conformance project needs a target. */
function asksForConformance(args: string[]): boolean {
  if (args[0] !== 'test') return false;
  const named = args.flatMap((arg, index) => {
    if (arg === '--project') return [args[index + 1] ?? ''];
    return arg.startsWith('--project=') ? [arg.slice('--project='.length)] : [];
  });
  if (args.includes('--list')) return false;
  if (named.length > 0) return named.some((name) => name === 'conformance' || name.includes('*'));
  const files = args.slice(1).filter((arg) => /\.(ts|tsx)(:\d+)*$/.test(arg));
  return files.length === 0 || files.some((file) => !file.includes('.test.ts'));
}
