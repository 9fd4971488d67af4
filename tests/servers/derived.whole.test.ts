import { expect, test } from '@playwright/test';
import { derivedCases } from '../../conformance/suite/derive/derived-cases.ts';
import { declareCase } from '../../conformance/suite/run/run-case.ts';
import { answerInstead, changeBody, changeRequest, type Fault, fault, type Route, refusal } from '../faults/fault.ts';
import { runFaults } from '../faults/run-faults.ts';

const cases = derivedCases().map(({ rules, title, options, body }) => declareCase(rules, title, options, body));

/** Services that are wrong in one respect, by the rule that a derived case has to charge. */
const faults: Fault[] = [
  fault(
    'EMAIL-ANS-15',
    'a subject of another type is written as a text',
    changeBody('send', (body) => ('subject' in body ? { ...body, subject: String(body.subject) } : body)),
  ),
  fault(
    'SIM-21',
    'the letter case of a unit does not count',
    changeBody('update', (body) =>
      JSON.parse(JSON.stringify(body).replace(/"(mb|gb)"/g, (unit) => unit.toUpperCase())),
    ),
  ),
  fault(
    'SIM-18',
    'what follows a UUID in the path is cut off',
    changeRequest('update', (request) => ({ ...request, url: request.url.replace(/(s\/[\da-f-]{36})[^/?]+/, '$1') })),
  ),
  fault(
    'RSV-23',
    'a number of another type is left out',
    changeBody('reserve', (body) =>
      JSON.parse(JSON.stringify(body).replace(/"phone_numbers":\[{"phone_number":7}\]/, '"phone_numbers":[]')),
    ),
  ),
  fault(
    'RUN-20',
    'a page size above the maximum is the maximum',
    changeRequest('runs', (request) => ({ ...request, url: request.url.replace(/=1001\b/, '=1000') })),
  ),
  fault(
    'EMAIL-RCPT-9',
    'without a recipient the sender gets the mail',
    changeBody('send', (body) => (body.to === undefined ? { ...body, to: [body.from] } : body)),
  ),
  fault('EMAIL-ANS-1', 'an HTML body is refused', refuse('send', /"html_body":"/)),
  fault('SIM-12', 'a read-only member is refused', refuse('update', /"created_at"/)),
];

/** Refuses requests whose body matches. */
function refuse(route: Route, body: RegExp) {
  return answerInstead(
    route,
    (request) => body.test(request.body.toString('utf8')),
    () => refusal(422, '10015'),
  );
}

test('each fault of a derived case is found by the rule that owns it, and by no other', async () => {
  const about = ({ rule }: Fault) => cases.filter(({ rules }) => rules.some(({ id }) => id === rule));
  const found: unknown[] = [];
  for await (const { rule, outcome, strays } of runFaults(faults, about)) found.push({ rule, outcome, strays });
  expect(found).toEqual(faults.map(({ rule }) => ({ rule, outcome: 'fail', strays: [] })));
});
