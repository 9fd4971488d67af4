import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const id = 'a1111111-1111-4111-8111-111111111111';

/** Sends mail of a template in a partition whose time is given, and gives its subject. */
async function subjectOf(api: Api, now: string, subject: string, variables: object = {}): Promise<unknown> {
  const template = { id, name: 'Clock', account: 'acme', subject, html_body: '', text_body: '' };
  expect((await api.control('PUT', '/state', { now, templates: [template] })).text).toContain(api.partition);
  const own = { subject: undefined, text_body: undefined };
  return (await api.accepted({ ...own, template_id: id, template_variables: variables })).subject;
}

for (const [source, expected] of [
  ["{{ 'now' | date: '%Y-%m-%d' }}", '2041-03-05'],
  ["{{ 'today' | date: '%Y' }}", '2041'],
  ["{{ 'now' | date: '%H', 0 }}", '12'],
  ["{{ 'now' | date_to_xmlschema | slice: 0, 10 }}", '2041-03-05'],
  ["{{ 'now' | date_to_rfc822 | slice: 0, 16 }}", 'Tue, 05 Mar 2041'],
  ["{{ 'now' | date_to_string }}", '05 Mar 2041'],
  ["{{ 'now' | date_to_long_string }}", '05 March 2041'],
  ["{% assign t = 'now' | date: '%s' %}{{ t | minus: 2246097600 | divided_by: 3600 }}", '0'],
  ["{{ moment | date: '%Y' }}", '2041'],
] as const)
  test(`a template reads the clock of its partition: ${source}`, async ({ api }) => {
    expect(await subjectOf(api, '2041-03-05T12:00:00Z', source, { moment: 'now' })).toBe(expected);
  });

test('a template shows the time of its partition in UTC', async ({ api }) => {
  expect(await subjectOf(api, '2041-12-31T23:30:00Z', "{{ 'now' | date: '%Y-%m-%d %H' }}")).toBe('2041-12-31 23');
});
