/** Which parts of the project may import which; see the folders' order in the README. */

const tests = '\\.(test|spec)\\.ts$';
const ours = '^(spec|fixtures|mock|conformance|scripts|tests|bench)/';

/** A folder that may import itself and the named folders of ours, and nothing else of ours. */
const only = (folder, allowed) => ({
  name: `${folder}-imports-only-${allowed.length > 0 ? allowed.join('-') : 'itself'}`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: ours, pathNot: `^(${[folder, ...allowed].join('|')})/` },
});

const entries = [
  'mock/main\\.ts',
  'mock/server\\.ts',
  'conformance/cases\\.ts',
  'conformance/cli\\.ts',
  'conformance/suite/target\\.ts',
  'conformance/report/report\\.ts',
  'conformance/report/junit-xml\\.ts',
  'fixtures/seed\\.ts',
];

module.exports = {
  forbidden: [
    only('spec', []),
    only('fixtures', ['spec']),
    only('mock', ['spec', 'fixtures']),
    only('conformance', ['spec']),
    {
      name: 'scripts-import-only-spec-and-entries',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: ours, pathNot: ['^(spec|scripts)/', `^(${entries.join('|')})$`] },
    },
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
      from: { pathNot: ['^(conformance|tests|bench)/', '/testing/', tests, '^playwright\\.config\\.ts$'] },
      to: { path: '(^|/)node_modules/(@playwright/test|playwright|playwright-core)/' },
    },
    {
      name: 'prism-behind-its-adapter-only',
      severity: 'error',
      from: { pathNot: '^(mock/prism|tests/differential/stock)\\.ts$' },
      to: { path: '(^|/)node_modules/@stoplight/' },
    },
    {
      name: 'the-database-is-loaded-when-it-is-asked-for',
      severity: 'error',
      from: { pathNot: ['^mock/store/', '^tests/', tests] },
      to: { path: ['^mock/store/open', '(^|/)node_modules/classic-level/'], dynamic: false },
    },
    {
      // What bench/ measures with is installed when it is run.
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^bench/node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
