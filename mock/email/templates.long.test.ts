import { expect, test } from 'vitest';
import { findTemplateFlaw, renderTemplate } from './templates.ts';

const render = (source: string, variables: Record<string, unknown> = {}) =>
  renderTemplate({ subject: 'S', html_body: source, text_body: '' }, variables, 0);

for (const end of ['\r\n', '\r', '\n', '\u0085', '\u2028', '\n\u2028\r']) {
  test(`a subject with ${JSON.stringify(end)} is rendered in one line`, () => {
    const template = { subject: '  {{ name }}\n', html_body: '', text_body: '' };
    expect(renderTemplate(template, { name: `a${end}Bcc: b` }, 0)).toMatchObject({ subject: 'a Bcc: b' });
  });
}

test('a template does not reach prototypes of its variables', () => {
  const source = '{{ constructor }}{{ name.constructor }}{{ o.__proto__ }}{{ o.constructor.constructor }}';
  expect(render(source, { name: 'a', o: {} })).toMatchObject({ html: '' });
});

test('a template does not change its variables', () => {
  const variables = { n: 1 };
  render('{% increment n %}{% assign n = 5 %}', variables);
  expect(variables).toEqual({ n: 1 });
});

const hostile: Record<string, string> = {
  'a range of a billion': '{% for i in (1..1000000000) %}x{% endfor %}',
  'nested loops': `${'{% for i in (1..2000) %}'.repeat(4)}${'{% endfor %}'.repeat(4)}`,
  'a string that doubles by a filter':
    '{% assign a = "xx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}',
  'a string that doubles by capture':
    '{% assign a = "xx" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}',
  'a list that holds itself':
    '{% assign a = "" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a }}',
  'an expression that names itself': `{% assign v = 'l | find_exp: "x", v' %}{{ l | find_exp: "x", v }}`,
  'deep parentheses': `{{ ${'('.repeat(100000)}1..2 }}`,
  'growing output': '{% for i in (1..1000000) %}{{ big }}{% endfor %}',
  'deep nesting': `${'{% if true %}'.repeat(15000)}${'{% endif %}'.repeat(15000)}`,
  'deep brackets': `{{ a${'[a'.repeat(100000)} }}`,
  'a padded date': '{{ "now" | date: "%1000000000Y" }}',
  'an unknown tag': '{% system "ls" %}',
  'broken syntax': '{% if %}',
  'an included file': '{% include "/etc/passwd" %}',
  'a rendered file': '{% render "package.json" %}',
};

for (const [label, source] of Object.entries(hostile)) {
  test(`a template with ${label} fails with a reason, and the next one is rendered`, () => {
    const result = render(source, { big: '%'.repeat(100_000), l: [{}] });
    expect(result).toEqual({ failed: expect.stringMatching(/./) });
    expect(render('{{ 1 }}')).toMatchObject({ html: '1' });
  });
}

test('a template may have 500,000 characters of source and no more', () => {
  expect(render('x'.repeat(500_000))).not.toHaveProperty('failed');
  expect(render('x'.repeat(500_001))).toHaveProperty('failed');
});

for (const part of ['subject', 'html_body', 'text_body']) {
  test(`broken Liquid in ${part} is reported with its place`, () => {
    const template = { html_body: 'a', text_body: 'a', [part]: '{% if %}' };
    expect(findTemplateFlaw(template)).toMatch(new RegExp(`^${part} .*line:1, col:6`));
  });
}
