import { expect, test } from '@playwright/test';
import { loadCases } from '../../conformance/suite/run/cases.ts';
import { changeAnswer, changeBody, changeRequest, changeStatus, refuse } from '../faults/changes.ts';
import type { Fault } from '../faults/fault.ts';
import { runFaults } from '../faults/run-faults.ts';

const everyCase = await loadCases();
const cases = everyCase.filter(({ title }) => /(contract are accepted|one violation is refused)$/.test(title));

/** Services that are wrong in one respect, by the rule that a derived case has to charge. */
const faults: Fault[] = [
  changeBody('EMAIL-ANS-15', 'a subject of another type is written as a text', 'send', (body) =>
    'subject' in body ? { ...body, subject: String(body.subject) } : body,
  ),
  changeBody('SIM-21', 'the letter case of a unit does not count', 'update', (body) =>
    JSON.parse(JSON.stringify(body).replace(/"(mb|gb)"/g, (unit) => unit.toUpperCase())),
  ),
  changeRequest('SIM-18', 'the path is cut after a UUID', 'update', (request) => ({
    ...request,
    url: request.url.replace(/(s\/[\da-f-]{36})[^/?]+/, '$1'),
  })),
  changeBody('RSV-23', 'a number of another type is left out', 'reserve', (body) =>
    JSON.parse(JSON.stringify(body).replace(/"phone_numbers":\[{"phone_number":7}\]/, '"phone_numbers":[]')),
  ),
  changeRequest('RUN-20', 'a page size above the maximum is the maximum', 'runs', (request) => ({
    ...request,
    url: request.url.replace(/=1001\b/, '=1000'),
  })),
  changeBody('EMAIL-RCPT-9', 'without a recipient the sender gets the mail', 'send', (body) =>
    body.to === undefined ? { ...body, to: [body.from] } : body,
  ),
  refuse('EMAIL-ANS-1', 'an HTML body is refused', 'send', ({ html_body }) => typeof html_body === 'string'),
  refuse('SIM-12', 'a read-only member is refused', 'update', (sent) => 'created_at' in sent),
  changeAnswer('ERR-11', 'an error about a number points at the whole list', 'reserve', ({ body }) => {
    for (const { source } of body.errors ?? []) if (source?.pointer) source.pointer = '/phone_numbers';
  }),
  changeAnswer('RUN-25', 'a failed query names another parameter', 'runs', ({ body }) => {
    for (const failure of body.detail ?? []) failure.loc = ['query', 'page'];
  }),
  { ...changeStatus('RUN-24', 'a failed query is answered with 400', 'runs', 422, 400), also: ['ERR-13', 'PAGE-9'] },
  {
    ...changeStatus('EMAIL-IDEM-6', 'an unusable key is answered with 422', 'send', 400, 422),
    also: ['EMAIL-IDEM-5', 'EMAIL-IDEM-7'],
  },
];

test('each fault of a derived case is found by the rule that owns it, and by no other', async () => {
  const about = ({ rule }: Fault) => cases.filter(({ rules }) => rules.some(({ id }) => id === rule));
  const found: unknown[] = [];
  for await (const { rule, outcome, strays } of runFaults(faults, about)) found.push({ rule, outcome, strays });
  expect(found).toEqual(faults.map(({ rule }) => ({ rule, outcome: 'fail', strays: [] })));
});
