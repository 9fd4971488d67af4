import { expect, test } from 'vitest';
import { createSyntaxCheck, renderTemplate } from './templates.ts';

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
    '{% assign a = "" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a | join: "" }}',
  'an expression that names itself': `{% assign v = 'l | find_exp: "x", v' %}{{ l | find_exp: "x", v }}`,
  'deep parentheses': `{{ ${'('.repeat(100000)}1..2 }}`,
  'growing output': '{% for i in (1..1000000) %}{{ big }}{% endfor %}',
  'deep nesting': `${'{% if true %}'.repeat(15000)}${'{% endif %}'.repeat(15000)}`,
  'deep brackets': `{{ a${'[a'.repeat(100000)} }}`,
  'a chain of filters': `{{ big ${'| url_encode '.repeat(20000)}}}`,
  'a padded date': '{{ "now" | date: "%1000000000Y" }}',
  'a source without end': 'x'.repeat(600_000),
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

const nested = (levels: number) => `${'{% if true %}'.repeat(levels)}x${'{% endif %}'.repeat(levels)}`;
const brackets = (levels: number) => `{{ ${'a['.repeat(levels)}1${']'.repeat(levels)} }}`;
const list = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
for (const [label, fits, exceeds] of [
  ['99 nested tags', [nested(99)], [nested(100)]],
  ['100 open brackets', [brackets(100)], [brackets(101)]],
  [
    '5,000,000 rendered characters',
    ['{{ a }}', { a: 'x'.repeat(5_000_000) }],
    ['{{ a }}x', { a: 'x'.repeat(5_000_000) }],
  ],
  ['100 levels of variables', ['x', { a: list(100) }], ['x', { a: list(101) }]],
  ['500,000 characters of source', ['x'.repeat(500_000)], ['x'.repeat(500_001)]],
] as [string, Parameters<typeof render>, Parameters<typeof render>][]) {
  test(`a template may have ${label} and no more`, () => {
    expect(render(...fits)).not.toHaveProperty('failed');
    expect(render(...exceeds)).toHaveProperty('failed');
  });
}

for (const part of ['subject', 'html_body', 'text_body']) {
  test(`broken Liquid in ${part} is reported with its place`, () => {
    const template = { html_body: 'a', text_body: 'a', [part]: '{% if %}' };
    expect(createSyntaxCheck()(template)).toMatch(new RegExp(`^${part} .*line:1, col:6`));
  });
}

test('the templates of a state have at most 200,000 characters of Liquid together', () => {
  const check = createSyntaxCheck();
  const template = { html_body: `{% # ${'x'.repeat(89_992)} %}`, text_body: '{ plain }'.repeat(2_000) };
  expect([check(template), check(template)]).toEqual([undefined, undefined]);
  expect(check(template)).toContain('200000');
});
