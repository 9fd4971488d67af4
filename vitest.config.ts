import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long test files come first, so that all cores have work to the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => /\/tests\/|\.long\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The tests that start no command and no browser, all in a few processes: `npm test` runs them. */
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: [...defaultExclude, '**/*.whole.test.ts', 'examples/**', 'test-results/**'],
    setupFiles: ['forbid-processes', 'restore-globals', 'yield-to-vitest'].map((name) => `tests/setup/${name}.ts`),
    unstubEnvs: true,
    // As many as CI has cores: each loads all that it tests once, for all files.
    pool: 'forks',
    poolOptions: { forks: { minForks: 2, maxForks: 2, isolate: false } },
    sequence: { sequencer: LongFirst },
    // Generous for machines that are ten times slower: tests wait for events, and never depend on time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Default exports of CommonJS packages are Node's.
    deps: { interopDefault: false },
    reporters: ['dot'],
  },
});
