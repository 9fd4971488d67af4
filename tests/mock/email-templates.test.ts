import { randomUUID } from 'node:crypto';
import { type Api, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const welcome = 'a1111111-1111-4111-8111-111111111111';
const plain = { subject: undefined, text_body: undefined };

test('a template renders subject and bodies with the variables', async ({ api }) => {
  const template_variables = { first_name: 'Ada', items: ['tea', '<b>'] };
  const data = await api.accepted({ ...plain, template_id: welcome, template_variables });
  expect(data).toMatchObject({ subject: 'Welcome, Ada', template_id: welcome, template_variables });
  const { text } = await api.get(`/email_messages/${data.id}`);
  expect(text).toContain('<li>2. &lt;b&gt;</li>');
  expect(text).toContain('- tea');
});

test('a template that can not be rendered is refused with the reason', async ({ api }) => {
  const subject = '{% for i in (1..9999999) %}{{ i }}{% endfor %}';
  const template = { id: welcome, account: 'acme', name: 'Loops', subject, html_body: '', text_body: '' };
  const { status, text } = await api.control('PUT', '/state', { templates: [template] });
  expect(status, text).toBe(200);
  const received = await api.send({ ...plain, template_id: welcome });
  expect(received).toMatchObject(refusal(400, '10015', { pointer: '/template_id' }));
  expect(received.text).toContain('limit');
});

const rows = '{% for row in (1..25000) %}<li>{{ row }}{% if row == 7 %}!{% endif %}</li>{% endfor %}';

test('a template with many rows is rendered', async ({ api }) => {
  const data = await api.accepted({ ...plain, template_id: await storeTemplate(api, rows) });
  const { text } = await api.get(`/email_messages/${data.id}`);
  expect(text).toContain('<li>7!</li>');
  expect(text).toContain('<li>25000</li>');
});

for (const [name, html_body] of [
  ['loops over a huge range', '{% for i in (1..1000000000) %}x{% endfor %}'],
  ['nests loops', `${'{% for i in (1..2000) %}'.repeat(4)}x${'{% endfor %}'.repeat(4)}`],
] as const) {
  test(`a template that ${name} is refused, and the mock continues to answer`, async ({ api }) => {
    const template_id = await storeTemplate(api, html_body);
    expect(await api.send({ ...plain, template_id })).toMatchObject(refusal(400, '10015'));
    await api.accepted();
  });
}

async function storeTemplate(api: Api, html_body: string): Promise<string> {
  const template = { id: randomUUID(), account: 'acme', name: 'a', subject: 'S', html_body, text_body: '' };
  const { status, text } = await api.control('PUT', '/state', { templates: [template] });
  expect(status, text).toBeLessThan(300);
  return template.id;
}
