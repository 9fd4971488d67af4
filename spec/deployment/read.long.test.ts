import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { document } from '../testing/contract.ts';
import { makeTestPath } from '../testing/test-path.ts';
import { readDeployment } from './read.ts';

/** The message with which a file is refused, its path left out. */
function flawOf(entries: string): string {
  const file = makeTestPath('staging.yaml');
  writeFileSync(file, `contract: 2.0.0\nsettled: by hand\n${entries}\n`);
  try {
    readDeployment(file, document);
    return 'none';
  } catch (error) {
    return (error as Error).message.replace(/^.*staging\.yaml:/, '');
  }
}

const fixed: Record<string, [entries: string, place: string, rule: string]> = {
  'the code of failed authentication': ["refusals: { AUTH-3: { code: '1' } }", '3:23', 'AUTH-3'],
  'the status of duplicate recipients': ['refusals:\n  EMAIL-RCPT-6:\n    status: 422', '5:5', 'EMAIL-RCPT-2'],
  'the codes of a reservation, in a template': [
    "refusals: { RSV-23: { body: { errors: [{ code: '99', title: bad }] } } }",
    '3:23',
    'RSV-28',
  ],
  'the title of the code 10007': ['refusals: { RSV-23: { title: bad } }', '3:23', 'ERR-9'],
  'the title of the code of HTTP-8': ['refusals: { HTTP-8: { title: bad } }', '3:23', 'ERR-9'],
  'codes that are numbers': ['refusals: { EMAIL-SUBJ-3: { code: no_subject } }', '3:29', 'ERR-8'],
  'errors in every body': ['refusals: { EMAIL-SUBJ-3: { body: { message: bad } } }', '3:29', 'ERR-1'],
  'the status of an update': ['answers: { updateSimCardDataUsageNotification: { status: 204 } }', '3:50', 'SIM-2'],
  'members that are shown': ['answers: { getEmailMessage: { omit: [/data/html_body] } }', '3:38', 'EMAIL-GET-2'],
  'constants of the source': [
    'answers: { createNumberReservation: { add: { /data/record_type: x } } }',
    '3:46',
    'RSV-5',
  ],
  'members that are never shown': [
    'answers: { createEmailMessage: { add: { /data/tags: [] } } }',
    '3:41',
    'EMAIL-WO-2',
  ],
  'the times of mission runs': ['answers: { listRecentAiMissionRuns: { times: milliseconds } }', '3:39', 'RUN-5'],
  'the largest page of mission runs': [
    "overlay:\n  - { target: \"$.paths['/ai/missions/runs'].get.parameters[?@.name=='page[size]'].schema\", update: { maximum: 5000 } }",
    '4:5',
    'RUN-20',
  ],
  'the name of the page size of document types': [
    "overlay:\n  - { target: \"$.paths['/dir/document_types'].get.parameters[?@.name=='page[size]']\", update: { name: limit } }",
    '4:5',
    'DIR-7',
  ],
};
for (const [label, [entries, place, rule]] of Object.entries(fixed)) {
  test(`an entry against the source is refused: ${label}`, () => {
    const flaw = flawOf(entries);
    expect(flaw).toMatch(new RegExp(`^${place}: `));
    expect(flaw).toContain(`(${rule}, source)`);
  });
}

const wrong: Record<string, [entries: string, place: string, hint: RegExp]> = {
  'the former form': ["titles: { '10015': Bad }", '3:1', /unknown key "titles".*docs\/deployments\.md/],
  'an unknown rule': ['refusals: { EMAIL-SUBJ-33: {} }', '3:13', /did you mean "EMAIL-SUBJ-3"/],
  'an unknown operation': ['refusals: { ERR-10@createMail: {} }', '3:13', /no operation createMail/],
  'an unknown choice': ['choices: { holdMinute: 5 }', '3:12', /did you mean "holdMinutes"/],
  'an impossible value of a choice': ['choices: { holdMinutes: none }', '3:12', /whole number/],
  'an unknown field': ['refusals: { ERR-10: { statuss: 400 } }', '3:23', /did you mean "status"/],
  'a code without quotes': ['refusals: { ERR-10: { code: 20424 } }', '3:23', /digits in quotes/],
  'a form of times for answers without any': [
    'answers: { listDirDocumentTypes: { times: offset } }',
    '3:36',
    /have no times/,
  ],
  'an unknown placeholder': ["refusals: { ERR-10: { title: '{name}' } }", '3:13', /no placeholder \{name\}/],
  'a member that answers do not have': [
    'answers: { createEmail: { omit: [/data/sent] } }',
    '3:34',
    /have no \/data\/sent/,
  ],
  'an added member of an unknown object': [
    "answers: { createEmail: { add: { /data/links/self: '/{id}' } } }",
    '3:34',
    /add \/data\/links as a whole/,
  ],
  'a target that leads nowhere': ['overlay: [{ target: $.nothing, remove: true }]', '3:11', /leads nowhere/],
  'a target other than a JSONPath': ["overlay: [{ target: '$.[', remove: true }]", '3:13', /JSONPath/],
  'a schema that does not compile': [
    'overlay: [{ target: $.components.schemas.Email, update: { minimum: 5 } }]',
    '3:11',
    /does not compile/,
  ],
  'an operation that an overlay removes': [
    'overlay: [{ target: "$.paths[\'/emails\']", remove: true }]',
    '3:11',
    /operations/,
  ],
};
for (const [label, [entries, place, hint]] of Object.entries(wrong)) {
  test(`a file is refused in one line with its place: ${label}`, () => {
    const flaw = flawOf(entries);
    expect(flaw).toMatch(new RegExp(`^${place}: [^\\n]+$`));
    expect(flaw).toMatch(hint);
  });
}

test('a file for another version of the contract is refused', () => {
  const file = makeTestPath('staging.yaml');
  writeFileSync(file, 'contract: 1.0.0\nsettled: by hand\n');
  expect(() => readDeployment(file, document)).toThrow(/staging\.yaml:1:1: is for contract 1\.0\.0/);
});

test('an overlay can refuse a null that the contract assumes to be allowed', () => {
  const target = "$.components.schemas.EmailMessageRequest.properties.in_reply_to_message_id.type[?@=='null']";
  expect(flawOf(`overlay: [{ target: "${target}", remove: true }]`)).toBe('none');
});

test('another route of sending has the statuses of its entries', () => {
  const file = makeTestPath('staging.yaml');
  const entries = 'answers: { createEmailMessage: { status: 201 } }\nchoices: { emailPath: /mail }';
  writeFileSync(file, `contract: 2.0.0\nsettled: by hand\n${entries}\n`);
  const { validators } = readDeployment(file, document);
  expect(validators.declares('createEmailMessage', 201)).toBe(true);
});
