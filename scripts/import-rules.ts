/** A folder may import itself and `allowed` (folders end with a slash, others are files), and nothing else of the project. */
export interface FolderRule {
  readonly folder: string;
  readonly allowed: readonly string[];
  /** Tests of the folder may import more. */
  readonly isForTestsToo: boolean;
}

const only = (folder: string, allowed: readonly string[]): FolderRule => ({ folder, allowed, isForTestsToo: true });

/** The rooms of a folder, the lowest first: each may import `base` and the named rooms. */
const rooms = (
  folder: string,
  base: readonly string[],
  allowed: Readonly<Record<string, readonly string[]>>,
): FolderRule[] =>
  Object.entries(allowed).map(([room, lower]) => ({
    folder: `${folder}/${room}`,
    allowed: [...base, ...lower.map((name) => `${folder}/${name}/`)],
    isForTestsToo: false,
  }));

/** The import directions of CONTRIBUTING.md. */
export const folderRules: readonly FolderRule[] = [
  only('spec', []),
  only('fixtures', ['spec/']),
  only('mock', ['spec/', 'fixtures/']),
  ...rooms('mock', ['spec/', 'fixtures/', 'mock/limits.ts', 'mock/time.ts'], {
    contract: [],
    store: [],
    journal: ['contract', 'store'],
    email: ['contract', 'store'],
    mailpit: ['contract', 'email'],
    state: ['contract', 'journal', 'store', 'email'],
    operations: ['contract', 'email', 'state'],
    http: ['contract', 'journal', 'store', 'state', 'operations'],
    control: ['contract', 'journal', 'email', 'state', 'http'],
    console: ['contract', 'mailpit', 'http'],
    proxy: ['contract', 'journal', 'state', 'http'],
  }),
  ...rooms('mock', ['spec/', 'fixtures/', 'mock/create-mock.ts', 'mock/server.ts', 'mock/sources.ts', 'mock/time.ts'], {
    embed: ['contract', 'email', 'journal', 'mailpit', 'state'],
  }),
  only('conformance', ['spec/']),
  ...rooms('conformance', ['spec/'], {
    suite: ['rules/invariants'],
    report: ['suite'],
    har: ['suite', 'report', 'rules/invariants'],
    rules: ['suite'],
  }),
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
    'mock/operations/index.ts',
    'conformance/suite/run/cases.ts',
    'conformance/suite/derive/operations.ts',
    'conformance/har/archive.ts',
    'conformance/report/report.ts',
    'conformance/report/junit.ts',
    'fixtures/seed.ts',
  ]),
  ...rooms('gate', [], { diff: [] }),
  only('scripts', ['spec/', 'package.json', 'gate/steps/rules.ts', 'mock/sources.ts']),
];

/** `to` may be imported by `from` only. `isLazy` allows `import()` everywhere. */
export interface PlaceRule {
  readonly about: string;
  readonly from: RegExp;
  readonly to: RegExp;
  readonly isLazy?: boolean;
}

const tests = String.raw`\.(test|spec)\.ts$|/testing/|^tests/`;

export const placeRules: readonly PlaceRule[] = [
  {
    about: 'the comparison has one entry',
    from: RegExp(`^gate/diff/|${tests}`),
    to: /^gate\/diff\/(?!index\.ts$)/,
  },
  {
    about: 'nothing imports tests or measurements',
    from: /^(tests|bench)\//,
    to: /^(tests|bench)\/|\.(test|spec)\.ts$/,
  },
  {
    about: "Playwright's test runner is for tests and the suite",
    from: RegExp(`^(conformance|bench|examples)/|^playwright\\.config\\.ts$|^mock/embed/playwright\\.ts$|${tests}`),
    to: /^(@playwright\/test|playwright|playwright-core)(\/|$)/,
  },
  {
    about: 'Prism stays behind one file',
    from: RegExp(`^mock/contract/prism-worker\\.ts$|^bench/|${tests}`),
    to: /^@stoplight\//,
  },
  {
    about: 'the database is loaded by import() when it is needed',
    from: RegExp(`^mock/store/|${tests}`),
    to: /^(mock\/store\/open|classic-level(\/|$))/,
    isLazy: true,
  },
];
