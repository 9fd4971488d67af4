import { expect, test } from 'vitest';
import { ours } from '../generated/choices.ts';
import { loadRegister, type Rule } from '../register.ts';
import { document } from '../testing/contract.ts';
import { nodeAt } from '../trace.ts';
import { applyDeployment } from './apply.ts';
import { answersAs } from './deployment.ts';
import { flawsOf, namedTypes } from './flaws.ts';
import { completed, deploymentFlaws, parseDeployment } from './read.ts';

const head = 'contract: 2.0.0\nsettled: 2026-11-22, staging\n';
const read = (says: string) => parseDeployment(says, 'staging.yaml', document);

const flaws: [string, string, string][] = [
  [
    'another contract',
    'contract: 1.0.0\nsettled: x\n',
    'staging.yaml:1:1: was settled with contract 1.0.0, and this is 2.0.0',
  ],
  [
    'a contract of another minor version',
    'contract: 2.1.0\nsettled: x\n',
    'staging.yaml:1:1: was settled with contract 2.1.0, and this is 2.0.0',
  ],
  ['an unknown key', `${head}colour: red\n`, 'staging.yaml:3:1: unknown key "colour" in the file; there are contract'],
  ['an unknown rule', `${head}refusals:\n  NO-1: { status: 400 }\n`, 'staging.yaml:4:3: NO-1 is no rule'],
  [
    'an unknown choice',
    `${head}choices:\n  colour: red\n`,
    'staging.yaml:4:3: colour is no choice; the rules in spec/rules.yaml',
  ],
  ['a misspelt choice', `${head}choices:\n  holdMinuts: 10\n`, 'holdMinuts is no choice; did you mean "holdMinutes"?'],
  [
    'a misspelt rule',
    `${head}refusals:\n  EMAIL-SUBJ3: { status: 400 }\n`,
    'EMAIL-SUBJ3 is no rule; did you mean "EMAIL-SUBJ-3"?',
  ],
  [
    'a misspelt operation',
    `${head}answers:\n  createEmailMesage: { status: 201 }\n`,
    'createEmailMesage is no operation; did you mean "createEmailMessage"?',
  ],
  [
    'more entries than there can be',
    `${head}otherwise: [${Array.from({ length: 501 }, () => 'PAGE-1').join(', ')}]\n`,
    'staging.yaml:3:1: otherwise has 501 entries; 500 is the most',
  ],
  [
    'a request that is repeated too often',
    `${head}refusals:\n  ERR-1: { members: { /errors/*/x: { missing: '${'{url}'.repeat(101)}' } } }\n`,
    'ERR-1 has 101 places to fill in; 100 is the most',
  ],
  [
    'links without end',
    `${head}answers:\n  listRecentAiMissionRuns: { members: { /data/*/x: { missing: '${'{origin}'.repeat(101)}' } } }\n`,
    'listRecentAiMissionRuns has 101 places to fill in; 100 is the most',
  ],
  [
    'a title that is too long',
    `${head}titles:\n  '10015': ${'t'.repeat(1_001)}\n`,
    'staging.yaml:4:3: /titles/10015 must be a text of 1,000 characters at most',
  ],
  ['a name that is too long', `${head}choices:\n  pageNumberName: ${'n'.repeat(201)}\n`, 'in 200 characters at most'],
  [
    'an impossible word',
    `${head}choices:\n  missionRunsPageBeyond: nothing\n`,
    'staging.yaml:4:3: missionRunsPageBeyond must be one of empty, last, refused',
  ],
  [
    'an impossible number',
    `${head}choices:\n  holdMinutes: 0\n`,
    'staging.yaml:4:3: holdMinutes must be a whole number from 1 to 10080',
  ],
  [
    'a path that another operation has',
    `${head}choices:\n  emailPath: /emails\n`,
    'staging.yaml:4:3: emailPath is the path of createEmail',
  ],
  [
    'two parameters of one name',
    `${head}choices:\n  pageNumberName: limit\n  pageSizeName: limit\n`,
    'staging.yaml:4:3: pageNumberName is the name of another parameter',
  ],
  [
    'a success that the source forbids',
    `${head}answers:\n  updateSimCardDataUsageNotification: { status: 201 }\n`,
    'staging.yaml:4:41: status must be 200 (SIM-2, source)',
  ],
  [
    'a place of a refusal that the source forbids',
    `${head}refusals:\n  EMAIL-IDEM-8: { at: { /to: { status: 400 } } }\n`,
    'staging.yaml:4:25: status must be 409 (EMAIL-IDEM-8, source)',
  ],
  [
    'a status that is no refusal',
    `${head}refusals:\n  ERR-10: { status: 200 }\n`,
    'staging.yaml:4:13: /refusals/ERR-10/status must be a status from 400 to 599',
  ],
  [
    'a status that the source forbids',
    `${head}refusals:\n  EMAIL-IDEM-8: { status: 400 }\n`,
    'staging.yaml:4:3: status must be 409 (EMAIL-IDEM-8, source)',
  ],
  [
    'a title that the source forbids',
    `${head}titles: { '10009': Who are you }\n`,
    '3:11: title must be Authentication failed (AUTH-3, source)',
  ],
  [
    'a status that the source forbids in some situation',
    `${head}answers: { updateSimCardDataUsageNotification: { where: { pending: 202 } } }\n`,
    '3:59: status must be 200 (SIM-2, source)',
  ],
  [
    'a time that the source forbids',
    `${head}answers:\n  createNumberReservation: { members: { /data/created_at: { time: Z } } }\n`,
    "staging.yaml:4:41: created_at has its form from RSV-10, which is the source's",
  ],
  [
    'a refusal without a body',
    `${head}refusals:\n  EMAIL-SUBJ-3: { body: none }\n`,
    'staging.yaml:4:3: there must be a body (ERR-1, source)',
  ],
  [
    'a refusal in a text',
    `${head}refusals:\n  EMAIL-SUBJ-3: { body: text }\n`,
    'staging.yaml:4:3: there must be a list of errors (ERR-1, source)',
  ],
  [
    'a refused query without a body',
    `${head}refusals:\n  RUN-24: { body: none }\n`,
    'staging.yaml:4:3: there must be a body (RUN-23, source)',
  ],
  [
    'a member that there is not',
    `${head}answers:\n  createEmailMessage: { members: { /data/subjct: absent } }\n`,
    'staging.yaml:4:36: subjct is no member of the answer',
  ],
  [
    'a place within a place',
    `${head}refusals:\n  ERR-1: { at: { /to: { at: { /cc: { status: 400 } } } } }\n`,
    "staging.yaml:4:25: /refusals/ERR-1/at/~1to/at can't be within another",
  ],
  [
    'a member that every object has',
    `${head}answers:\n  createEmailMessage: { members: { /data/__proto__: absent } }\n`,
    'staging.yaml:4:25: /answers/createEmailMessage/members must be a JSON pointer',
  ],
  [
    'a Location that no header can have',
    `${head}answers:\n  createEmailMessage: { location: "/a\\r\\nX" }\n`,
    'staging.yaml:4:25: /answers/createEmailMessage/location must be a path of ASCII, 1,000 characters at most',
  ],
  [
    'an item that is left out',
    `${head}answers:\n  listRecentAiMissionRuns: { members: { /data/*: absent } }\n`,
    "staging.yaml:4:41: /data/* can't be left out: it is each item",
  ],
  [
    'a list of errors that is left out',
    `${head}refusals:\n  ERR-1: { members: { /errors: absent } }\n`,
    'staging.yaml:4:23: /errors is no member beside the errors: see body',
  ],
  [
    'an example without end',
    `${head}answers:\n  createEmailMessage: { members: { /data/note: { missing: ${'x'.repeat(20_000)} } } }\n`,
    'staging.yaml:4:3: createEmailMessage takes more than 20000 characters',
  ],
  [
    'too much of each item',
    `${head}answers:\n  listRecentAiMissionRuns: { members: { /data/*/note: { missing: ${'x'.repeat(5_000)} } } }\n`,
    'staging.yaml:4:30: changes too much of each item; 50 members in 5000 characters are the most',
  ],
  [
    'too many members',
    `${head}answers:\n  createEmailMessage:\n    members:\n${Array.from({ length: 501 }, (_, n) => `      /data/m${n}: absent\n`).join('')}`,
    'staging.yaml:1:1: changes 501 members; 500 is the most',
  ],
  [
    'a key in a header of another meaning',
    `${head}choices:\n  keyHeader: Content-Type\n`,
    '4:3: keyHeader is a header of another meaning',
  ],
  [
    'a message in a member that another has',
    `${head}choices:\n  messageMember: suppressed\n`,
    '4:3: messageMember is the name of another member',
  ],
  [
    'a page named as the size of pages',
    `${head}choices:\n  documentTypesPageName: page[size]\n`,
    '4:3: documentTypesPageName is the name of another parameter',
  ],
  [
    'a page named as the filter',
    `${head}choices:\n  pageNumberName: status\n`,
    '4:3: pageNumberName is the name of another parameter',
  ],
  [
    'a size named as the filter',
    `${head}choices:\n  pageSizeName: status\n`,
    '4:3: pageSizeName is the name of another parameter',
  ],
  [
    'a size named as the page that it does not name',
    `${head}choices:\n  pageSizeName: page[number]\n`,
    '4:3: pageSizeName is the name of another parameter',
  ],
  [
    'a member left out that the source shows',
    `${head}answers:\n  getEmailMessage: { members: { /data/text_body: absent } }\n`,
    "staging.yaml:4:33: /data/text_body can't be left out (EMAIL-GET-2, source)",
  ],
  [
    'a member left out unasked that the source shows',
    `${head}answers:\n  getEmailMessage: { members: { /data/html_body: { unasked: absent } } }\n`,
    "/data/html_body can't be left out (EMAIL-GET-2, source)",
  ],
  [
    'a member shown that the source hides',
    `${head}answers:\n  createEmailMessage: { members: { /data/tags: { missing: [] } } }\n`,
    "/data/tags can't be shown (EMAIL-WO-2, source)",
  ],
  [
    'a member shown in some situation that the source hides',
    `${head}answers:\n  createEmail: { members: { /data/text_body: { where: { sandbox: a } } } }\n`,
    "/data/text_body can't be shown (EMAIL-ANS-12, source)",
  ],
  [
    'a document type that is listed twice',
    `${head}documentTypes:\n  - { short_name: letter_of_authorization }\n  - { short_name: business_registration }\n  - { short_name: letter_of_authorization }\n`,
    'staging.yaml:3:1: a name must be unique, and letter_of_authorization is not (DIR-3, source)',
  ],
  ...namedTypes.map((gone): (typeof flaws)[number] => [
    `a list of document types without ${gone}`,
    `${head}documentTypes: [{ short_name: ${namedTypes.find((name) => name !== gone)} }]\n`,
    `staging.yaml:3:1: ${gone} must be listed (DIR-4, source)`,
  ]),
  [
    'the length of what is no list',
    `${head}answers:\n  createEmailMessage: { members: { /data/count: { length: [to, subject] } } }\n`,
    "count can't be the length of subject, which is no list beside it",
  ],
  [
    'the length of a list that there is not',
    `${head}answers:\n  createEmailMessage: { members: { /data/count: { length: [to, team] } } }\n`,
    "count can't be the length of team, which is no list beside it",
  ],
  [
    'a null with a member that there is not',
    `${head}answers:\n  createEmailMessage: { members: { /data/group: { nullWith: team, missing: a } } }\n`,
    "group can't be null with team, which is no member beside it",
  ],
  [
    'a name for a member that there is not',
    `${head}answers:\n  createEmailMessage: { members: { /data/group: { like: team } } }\n`,
    "group can't be like team, which is no member beside it",
  ],
  [
    'a member under another name with a time that the source forbids',
    `${head}answers:\n  createNumberReservation: { members: { /data/made_at: { like: created_at, time: Z } } }\n`,
    "made_at has its form from RSV-10, which is the source's",
  ],
  [
    'a member left out that the source needs',
    `${head}answers:\n  listDirDocumentTypes: { members: { /meta/total_pages: absent } }\n`,
    "total_pages can't be left out: PAGE-2, which is the source's, needs it",
  ],
  [
    'words for those that the source has',
    `${head}answers:\n  createNumberReservation: { members: { /data/record_type: { words: { number_reservation: reservation } } } }\n`,
    "record_type has its words from RSV-5, which is the source's",
  ],
  ['what is no YAML', `${head}refusals: [`, 'staging.yaml:3:12: '],
];

test('a header that means something else is none for the key, and no list of errors is a member beside them', () => {
  for (const header of ['Authorization', 'Content-Type', 'content-length', 'Host', 'prefer'])
    expect(() => read(`${head}choices: { keyHeader: ${header} }\n`), header).toThrow('is a header of another meaning');
  for (const path of ['/errors', '/detail', '/errors/*', '/detail/*'])
    expect(() => read(`${head}refusals: { ERR-1: { members: { ${path}: absent } } }\n`), path).toThrow(
      `${path} is no member beside the errors: see body`,
    );
});

for (const [what, says, message] of flaws) {
  test(`a deployment file with ${what} is refused in a line with its place`, () => {
    expect(() => read(says)).toThrow(message);
  });
}

const filled = (count: number) => ({ 'ERR-1': { members: { '/x': { missing: '{url}'.repeat(count) } } } });
/** An answer that takes so many characters as JSON. */
const long = (length: number) => ({
  createEmailMessage: { members: { '/data/a': { missing: 'x'.repeat(length - 38) } } },
});
const ofItems = (count: number, text = '') => {
  const members = Array.from({ length: count }, (_, at) => [`/data/*/a${at}`, { missing: text }]);
  return { listRecentAiMissionRuns: { members: Object.fromEntries(members) } };
};
const members = (count: number) => {
  const all = Array.from({ length: count }, (_, at) => [`/data/a${at}`, 'absent']);
  return { createEmailMessage: { members: Object.fromEntries(all) } };
};
const reservations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ short_name: at < 2 ? namedTypes[at] : `type${at}` }));

const names = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`);

test('of each kind five hundred entries are the most, and of more nothing else is told', () => {
  const forms = (count: number) => Object.fromEntries(names(count).map((name) => [name, {}]));
  for (const [kind, entries] of Object.entries({ refusals: forms, answers: forms, choices: forms, otherwise: names })) {
    const flawsIn = (count: number) =>
      deploymentFlaws({ contract: '2.0.0', settled: 'x', [kind]: entries(count) }, document);
    expect(flawsIn(500), kind).toHaveLength(500);
    expect(flawsIn(501)).toEqual([{ pointer: `/${kind}`, message: `${kind} has 501 entries; 500 is the most` }]);
  }
});

const limited: [what: string, met: object, passed: object, at: string, message: string][] = [
  [
    'the number of entries',
    { documentTypes: reservations(500) },
    { documentTypes: reservations(501) },
    '/documentTypes',
    'documentTypes has 501 entries; 500 is the most',
  ],
  [
    'the places of a refusal that are filled in',
    { refusals: filled(100) },
    { refusals: filled(101) },
    '/refusals/ERR-1',
    'ERR-1 has 101 places to fill in; 100 is the most',
  ],
  [
    'the places of a member in one of its situations',
    {
      answers: {
        createEmailMessage: {
          members: {
            '/data/a': { where: { a: '{id}'.repeat(60), b: '{id}'.repeat(60) } },
            '/data/b': { missing: '{id}'.repeat(40) },
          },
        },
      },
    },
    {
      answers: {
        createEmailMessage: {
          location: '/{id}',
          members: {
            '/data/a': { where: { a: '{id}'.repeat(59), b: '{id}'.repeat(60) } },
            '/data/b': { missing: '{id}'.repeat(40) },
          },
        },
      },
    },
    '/answers/createEmailMessage',
    'createEmailMessage has 101 places to fill in; 100 is the most',
  ],
  [
    'the characters of an answer',
    { answers: long(20_000) },
    { answers: long(20_001) },
    '/answers/createEmailMessage',
    'createEmailMessage takes more than 20000 characters',
  ],
  [
    'the characters of a refusal',
    { refusals: { 'HTTP-7': { members: { '/a': { missing: 'x'.repeat(20_000 - 33) } } } } },
    { refusals: { 'HTTP-7': { members: { '/a': { missing: 'x'.repeat(20_001 - 33) } } } } },
    '/refusals/HTTP-7',
    'HTTP-7 takes more than 20000 characters',
  ],
  [
    'the members of each item',
    { answers: ofItems(50) },
    { answers: ofItems(51) },
    '/answers/listRecentAiMissionRuns/members',
    'changes too much of each item; 50 members in 5000 characters are the most',
  ],
  [
    'the characters of each item',
    { answers: ofItems(1, 'x'.repeat(4969)) },
    { answers: ofItems(1, 'x'.repeat(4970)) },
    '/answers/listRecentAiMissionRuns/members',
    'changes too much of each item; 50 members in 5000 characters are the most',
  ],
  [
    'the members of all answers and refusals',
    {
      answers: members(498),
      refusals: { 'ERR-1': { members: { '/x': 'absent' }, on: { createEmail: { members: { '/y': 'absent' } } } } },
    },
    {
      answers: members(499),
      refusals: { 'ERR-1': { members: { '/x': 'absent' }, on: { createEmail: { members: { '/y': 'absent' } } } } },
    },
    '',
    'changes 501 members; 500 is the most',
  ],
];
for (const [what, met, passed, pointer, message] of limited) {
  test(`a limit may be met, and not passed: ${what}`, () => {
    const flawsIn = (says: object) => deploymentFlaws({ contract: '2.0.0', settled: 'x', ...says }, document);
    expect(flawsIn(met).filter((flaw) => flaw.message.includes('most') || flaw.message.includes('more than'))).toEqual(
      [],
    );
    expect(flawsIn(passed)).toEqual([{ pointer, message }]);
  });
}

test('what a deployment is known to break of the source is no flaw, and anything else is', () => {
  const told = (says: object) => {
    const all = deploymentFlaws({ contract: '2.0.0', settled: 'x', ...says }, document);
    return all.map(({ pointer, message, breaks }) => `${pointer} ${message} ${breaks}`);
  };
  const refused = (breaks: string[]) => told({ refusals: { 'EMAIL-IDEM-8': { status: 400, breaks } } });
  expect(refused(['EMAIL-IDEM-8'])).toEqual([]);
  expect(refused(['SIM-2'])).toEqual(['/refusals/EMAIL-IDEM-8 status must be 409 (EMAIL-IDEM-8, source) EMAIL-IDEM-8']);
  const answered = (breaks: string[]) =>
    told({ answers: { updateSimCardDataUsageNotification: { status: 201, where: { pending: 202 }, breaks } } });
  expect(answered(['SIM-2'])).toEqual([]);
  expect(answered([])).toEqual([
    '/answers/updateSimCardDataUsageNotification/status status must be 200 (SIM-2, source) SIM-2',
    '/answers/updateSimCardDataUsageNotification/where/pending status must be 200 (SIM-2, source) SIM-2',
  ]);
  const shown = (breaks: string[]) =>
    told({ answers: { getEmailMessage: { members: { '/data/text_body': 'absent' }, breaks } } });
  expect(shown(['EMAIL-GET-2'])).toEqual([]);
  expect(shown(['EMAIL-GET-3'])).toEqual([
    "/answers/getEmailMessage/members/~1data~1text_body /data/text_body can't be left out (EMAIL-GET-2, source) EMAIL-GET-2",
  ]);
  expect(told({ answers: { createEmailMessage: { members: { '/data/tags': 'absent' } } } })).toEqual([
    '/answers/createEmailMessage/members/~1data~1tags tags is no member of the answer undefined',
  ]);
  const unknown = { members: { '/data/tags': 'absent' } };
  expect(told({ answers: { getEmailMessage: unknown, createEmailMessage: unknown } })).toEqual(
    ['createEmailMessage', 'getEmailMessage'].map(
      (id) => `/answers/${id}/members/~1data~1tags tags is no member of the answer undefined`,
    ),
  );
  const members = { '/errors': { missing: 1 } };
  expect(told({ refusals: { 'HTTP-7': { body: 'other', members } } })).toEqual([]);
  expect(told({ refusals: { 'HTTP-7': { body: 'other', on: { createEmail: { members } } } } })).toEqual([]);
});

test('the detail that the source wants of a refusal stands in its first error, and a further one may go without', () => {
  const told = (form: object) =>
    deploymentFlaws({ contract: '2.0.0', settled: 'x', refusals: { 'AUTH-3': form } }, document);
  expect(told({ also: [{ detail: false }] })).toEqual([]);
  expect(told({ detail: false })).toMatchObject([{ pointer: '/refusals/AUTH-3', breaks: 'AUTH-3' }]);
});

test('all that is wrong with a file is told, where it stands', () => {
  const says = {
    contract: '1.9.0',
    settled: 'x',
    refusals: { 'NO-1': {}, 'ERR-1': { on: { sendFax: { status: 400 } } } },
    answers: { sendFax: {} },
    choices: { colour: 'red', holdMinutes: 0, keyHeader: 'PREFER' },
    otherwise: ['PAGE-1', 'NO-2'],
  };
  const operations = document.operations.map(({ id }) => id).join(', ');
  expect(deploymentFlaws(says, document)).toEqual([
    {
      pointer: '/contract',
      message: 'was settled with contract 1.9.0, and this is 2.0.0: settle it anew, or change it by hand',
    },
    { pointer: '/refusals/NO-1', message: 'NO-1 is no rule' },
    { pointer: '/otherwise/1', message: 'NO-2 is no rule' },
    { pointer: '/answers/sendFax', message: `sendFax is no operation; there are ${operations}` },
    { pointer: '/refusals/ERR-1/on/sendFax', message: `sendFax is no operation; there are ${operations}` },
    {
      pointer: '/choices/colour',
      message: 'colour is no choice; the rules in spec/rules.yaml have them, as `choices`',
    },
    { pointer: '/choices/holdMinutes', message: 'holdMinutes must be a whole number from 1 to 10080' },
    { pointer: '/choices/keyHeader', message: 'keyHeader is a header of another meaning' },
  ]);
});

test('all that is no deployment file is told, also after one that is; of a very long one the first', () => {
  const says = { contract: 7, settled: 'x', refusals: [], choices: [] };
  const flawsIn = (more: object) => deploymentFlaws({ ...says, ...more }, document).map(({ pointer }) => pointer);
  expect(deploymentFlaws({ contract: '2.0.0', settled: 'x' }, document)).toEqual([]);
  expect(flawsIn({})).toEqual(['/contract', '/refusals', '/choices']);
  const most = 100_000 - JSON.stringify({ ...says, settled: '' }).length;
  expect(flawsIn({ settled: 'x'.repeat(most) })).toEqual(
    expect.arrayContaining(['/contract', '/refusals', '/choices']),
  );
  expect(flawsIn({ settled: 'x'.repeat(most + 1) })).toHaveLength(1);
});

test('a deployment may choose each thing as the contract has it', () => {
  expect(deploymentFlaws({ contract: '2.0.0', settled: 'x', choices: ours }, document)).toEqual([]);
});

test('what a file says of a rule that is retired is a flaw', () => {
  const register = new Map(loadRegister());
  register.set('PAGE-1', { ...(register.get('PAGE-1') as Rule), retired: true });
  expect(flawsOf(completed({ contract: '2.0.0', otherwise: ['PAGE-2', 'PAGE-1'] }), document, register)).toEqual([
    { pointer: '/otherwise/1', message: 'PAGE-1 is retired' },
  ]);
});

test('what a file leaves out is nothing', () => {
  expect(read(head)).toEqual({
    contract: '2.0.0',
    settled: '2026-11-22, staging',
    refusals: {},
    answers: {},
    choices: {},
    unsettled: [],
    otherwise: [],
  });
});

test('how much a deployment decides is told in a line', () => {
  const says = read(`${head}titles: { '1': a, '2': b }
refusals: { ERR-10: { status: 422 } }
answers:
  createEmailMessage: { status: 201, members: { /data/subject: absent, /data/b: { missing: 1 } } }
  createEmail: { members: { /data/subject: absent } }
choices: { holdMinutes: 10 }
documentTypes: [{ short_name: letter_of_authorization }, { short_name: business_registration }]
`);
  expect(answersAs(says)).toBe('Answers as settled 2026-11-22, staging: 9 entries');
  expect(answersAs(read(`${head}choices: { holdMinutes: 10 }`))).toMatch(/: 1 entry$/);
});

test('links of a page may be told in every situation of it', () => {
  const link = (page: string) => `{origin}{path}?{sorted}&page={${page}}&size={size}`;
  const links = Object.fromEntries(['this', 'prev', 'next', 'last'].map((page) => [page, link(page)]));
  const where = Object.fromEntries(['only', 'between', 'last', 'beyond', 'empty'].map((one) => [one, links]));
  const answers = { listDirDocumentTypes: { members: { '/links': { missing: links, where } } } };
  expect(deploymentFlaws({ contract: '2.0.0', settled: 'x', answers }, document)).toEqual([]);
});

test('a member that may be any text may have other words, though the source has it', () => {
  const answers = { createNumberReservation: { members: { '/data/customer_reference': { words: { a: 'b' } } } } };
  expect(deploymentFlaws({ contract: '2.0.0', settled: 'x', answers }, document)).toEqual([]);
});

test('a deployment that decides nothing leaves the contract as it is', async () => {
  expect(await applyDeployment(document, read(head))).toBe(document);
});

test('the contract of a deployment has its statuses, members, names and pages', async () => {
  const deployment = read(`${head}refusals:
  EMAIL-SUBJ-3: { status: 406 }
answers:
  createEmailMessage: { status: 201, members: { /data/events: absent, /data/region: { missing: us } } }
choices: { pageNumberName: page, documentTypesPageName: page, documentTypesDefaultSize: 25, emailPath: /mail/messages }
`);
  const { operations, json } = await applyDeployment(document, deployment);
  const create = operations.find(({ id }) => id === 'createEmailMessage');
  expect(create?.path).toBe('/mail/messages');
  expect([...(create?.responses.keys() ?? [])]).toEqual(expect.arrayContaining(['201', '406']));
  expect(create?.responses.has('202')).toBe(false);
  const types = operations.find(({ id }) => id === 'listDirDocumentTypes');
  expect(types?.parameters.map(({ name, schema }) => [name, schema.default])).toEqual([
    ['page', 1],
    ['page[size]', 25],
  ]);
  const { EmailMessage } = (json.components as { schemas: Record<string, { required: string[]; properties: object }> })
    .schemas;
  expect(EmailMessage?.required).not.toContain('events');
  expect(EmailMessage?.properties).toHaveProperty('region', { type: 'string' });
});

/** How an answer with a message tells a member, and how the contract of the deployment describes it. */
const described: [what: string, member: string, name: string, schema: unknown][] = [
  [
    'null that is shown as an empty text',
    'reply_to: { null: empty }',
    'reply_to',
    {
      anyOf: [
        { type: ['string', 'null'], description: 'Where answers go.', 'x-assumption': 'EMAIL-ANS-6' },
        { type: 'string' },
      ],
    },
  ],
  [
    'a member that is null where it is empty',
    'subject: { empty: "null" }',
    'subject',
    {
      anyOf: [{ type: 'string', description: 'The subject as sent.', 'x-assumption': 'EMAIL-ANS-7' }, { type: 'null' }],
    },
  ],
  ['a sender that is shown as a text', 'from: { address: text }', 'from', { type: 'string' }],
  [
    'an address that is shown as an object',
    'reply_to: { address: object }',
    'reply_to',
    { type: 'object', description: 'Where answers go.' },
  ],
  [
    'a constant that is another word',
    'record_type: { words: { email_message: message } }',
    'record_type',
    { type: 'string', description: 'The kind of record.', enum: ['email_message', 'message'] },
  ],
  [
    'a text that may be any, whatever words stand for others',
    'subject: { words: { Hello: Hi } }',
    'subject',
    { type: 'string', description: 'The subject as sent.', 'x-assumption': 'EMAIL-ANS-7' },
  ],
  [
    'a member that stands under another name too',
    'title: { like: subject }',
    'title',
    { type: 'string', description: 'The subject as sent.', 'x-assumption': 'EMAIL-ANS-7' },
  ],
  [
    'a member that stands under another name as an object',
    'answer_to: { like: reply_to, address: object }',
    'answer_to',
    { type: 'object', description: 'Where answers go.' },
  ],
  [
    'the length of a list, beside what stands there in some situation',
    'count: { length: to, where: { sandbox: none } }',
    'count',
    { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  ],
];

for (const [what, member, name, schema] of described) {
  test(`the contract of a deployment describes ${what}`, async () => {
    const form = `{ members: { /data/${member} } }`;
    const says = read(`${head}answers: { createEmailMessage: ${form}, getEmailMessage: ${form} }`);
    const { json } = await applyDeployment(document, says);
    expect(nodeAt(json, `/components/schemas/EmailMessage/properties/${name}`)).toEqual(schema);
  });
}

test('the contract of a deployment describes a member as ours too where another operation shows it so', async () => {
  const says = read(`${head}answers: { getEmailMessage: { members: { /data/from: { address: text } } } }`);
  const { json } = await applyDeployment(document, says);
  expect(nodeAt(json, '/components/schemas/EmailMessage/properties/from')).toEqual({
    anyOf: [{ $ref: '#/components/schemas/EmailAddress', 'x-assumption': 'EMAIL-ANS-6' }, { type: 'string' }],
  });
});

test('the contract of a deployment has no pattern of ours that its times do not meet', async () => {
  const says = read(
    `${head}answers: { listRecentAiMissionRuns: { members: { /data/*/updated_at: { time: +00:00 } } } }`,
  );
  const { json } = await applyDeployment(document, says);
  const at = (name: string) => nodeAt(json, `/components/schemas/MissionRun/properties/${name}`);
  expect(at('started_at')).toHaveProperty('pattern', 'Z$');
  expect(at('updated_at')).toMatchObject({ $ref: '#/components/schemas/SecondsTime', type: 'string' });
  expect(at('updated_at')).not.toHaveProperty('pattern');
});

test('the contract of a deployment lets lists of errors be empty where they are', async () => {
  const { json } = await applyDeployment(document, read(`${head}refusals: { HTTP-7: { body: empty } }`));
  const minimum = (at: string) => nodeAt(json, `/components/schemas/${at}/minItems`);
  expect(nodeAt(document.json, '/components/schemas/ErrorBody/properties/errors/minItems')).toBe(1);
  expect([minimum('ErrorBody/properties/errors'), minimum('ValidationErrorBody/properties/detail')]).toEqual([
    undefined,
    undefined,
  ]);
});
