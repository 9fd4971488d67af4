/** Which parts of the project may import which: CONTRIBUTING.md, "Where things live". */

const tests = '\\.(test|spec)\\.ts$';
const ours = '^(spec|fixtures|mock|conformance|gate|scripts|tests|bench)/';

/** A folder that may import itself and the named places of ours (folders with a slash at the end, or files), and nothing else of ours. */
const only = (folder, allowed) => ({
  name: `${folder}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: ours, pathNot: [`${folder}/`, ...allowed].map((place) => `^${place.replaceAll('.', '\\.')}`) },
});

/** The rooms of a folder, the lowest first: each may import `base` and the rooms that are named. Its tests may build on all of them. */
const rooms = (folder, base, allowed) =>
  Object.entries(allowed).map(([room, others]) => {
    const rule = only(`${folder}/${room}`, [...base, ...others.map((other) => `${folder}/${other}/`)]);
    return { ...rule, from: { ...rule.from, pathNot: '\\.test\\.ts$' } };
  });

module.exports = {
  forbidden: [
    only('spec', []),
    only('fixtures', ['spec/']),
    only('mock', ['spec/', 'fixtures/']),
    ...rooms('mock', ['spec/', 'fixtures/', 'mock/limits.ts'], {
      time: ['collections'],
      collections: [],
      contract: ['collections'],
      journal: ['collections', 'time', 'contract'],
      store: ['collections', 'time'],
      email: ['collections', 'time', 'contract'],
      mailpit: ['time', 'contract', 'email'],
      state: ['collections', 'time', 'contract', 'journal', 'store', 'email'],
      operations: ['collections', 'time', 'contract', 'email', 'state'],
      http: ['collections', 'time', 'contract', 'journal', 'store', 'state', 'operations'],
      control: ['collections', 'time', 'contract', 'journal', 'email', 'state', 'http'],
      console: ['contract', 'mailpit', 'http'],
      proxy: ['collections', 'time', 'contract', 'journal', 'state', 'http'],
    }),
    ...rooms('mock', ['spec/', 'fixtures/', 'mock/create-mock.ts', 'mock/server.ts', 'mock/sources.ts'], {
      embed: ['contract', 'email', 'journal', 'mailpit', 'state', 'time'],
    }),
    only('conformance', ['spec/']),
    ...rooms('conformance', ['spec/'], { suite: ['rules/invariants'], report: ['suite'], rules: ['suite'] }),
    ...rooms('conformance/suite', ['spec/', 'conformance/rules/invariants/'], {
      outcome: [],
      wire: ['outcome'],
      target: ['outcome', 'wire'],
      api: ['outcome', 'wire', 'target'],
      derive: ['wire', 'target', 'api'],
      run: ['outcome', 'wire', 'target', 'api'],
    }),
    only('gate', [
      'spec/',
      'mock/server.ts',
      'conformance/cases.ts',
      'conformance/report/report.ts',
      'conformance/report/junit-xml.ts',
      'fixtures/seed.ts',
    ]),
    ...rooms('gate', [], { diff: [] }),
    {
      name: 'the-comparison-has-one-entry',
      severity: 'error',
      from: { pathNot: ['^gate/diff/', '^tests/', tests, '/testing/'] },
      to: { path: '^gate/diff/', pathNot: '^gate/diff/index\\.ts$' },
    },
    only('scripts', [
      'spec/',
      'gate/command.ts',
      'gate/rules-table.ts',
      'gate/checks/',
      'mock/sources.ts',
      'conformance/cases.ts',
    ]),
    {
      name: 'nothing-imports-tests-or-bench',
      severity: 'error',
      from: { pathNot: '^(tests|bench)/' },
      to: { path: ['^(tests|bench)/', tests] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'playwright-test-in-tests-and-conformance-only',
      severity: 'error',
      from: {
        pathNot: [
          '^(conformance|tests|bench)/',
          '/testing/',
          tests,
          '^playwright\\.config\\.ts$',
          '^mock/embed/playwright\\.ts$',
        ],
      },
      to: { path: '(^|/)node_modules/(@playwright/test|playwright|playwright-core)/' },
    },
    {
      name: 'prism-behind-its-adapter-only',
      severity: 'error',
      from: { pathNot: '^mock/contract/prism-worker\\.ts$' },
      to: { path: '(^|/)node_modules/@stoplight/' },
    },
    {
      name: 'the-database-is-loaded-when-it-is-asked-for',
      severity: 'error',
      from: { pathNot: ['^mock/store/', '^tests/', tests] },
      to: { path: ['^mock/store/open', '(^|/)node_modules/classic-level/'], dynamic: false },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/.*[.]m?js$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
