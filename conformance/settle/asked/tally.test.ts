import { expect, test } from 'vitest';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { exchangeLine } from './tally.ts';

const rules: RuleId[] = ['EMAIL-SUBJ-3', 'EMAIL-RCPT-8', 'EMAIL-FROM-10'];

function line(status: number, body: object, title = `${rules.join(', ')}: no subject`): string {
  const request = { method: 'POST', url: 'https://a.example/v2/email_messages', headers: [] };
  const seen = { case: title, rules, request, at: 0, status, headers: [], text: JSON.stringify(body), broken: [] };
  return exchangeLine(seen satisfies NotedExchange);
}

test('a refusal is shown by what tells it from another: its status, its codes and their places', () => {
  const long = { title: 'No', detail: 'x'.repeat(200), meta: { url: 'y'.repeat(200) } };
  const errors = [
    { code: '10005', ...long, source: { pointer: '/subject' } },
    { code: '10006', ...long },
  ];
  expect(line(422, { errors })).toBe(
    'POST /v2/email_messages was 422 10005 /subject, 10006 (EMAIL-SUBJ-3, EMAIL-RCPT-8 and others: no subject)',
  );
});

test('a refusal of a query is shown by its types and where they are', () => {
  expect(line(422, { detail: [{ type: 'int_parsing', loc: ['query', 'page[size]'], msg: 'x' }] }, 'traffic')).toBe(
    'POST /v2/email_messages was 422 int_parsing query.page[size] (traffic)',
  );
});

test('a success is shown by its beginning', () => {
  expect(line(200, { data: 'x'.repeat(200) }, 'traffic')).toBe(
    `POST /v2/email_messages was 200 {"data":"${'x'.repeat(111)} (traffic)`,
  );
});
