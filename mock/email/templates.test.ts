import { expect, test } from 'vitest';
import { createSyntaxCheck, renderTemplate } from './templates.ts';

const render = (source: string, variables: Record<string, unknown> = {}) =>
  renderTemplate({ subject: 'S', html_body: source, text_body: '' }, variables, 0);

test('the three parts are rendered with the variables', () => {
  const template = {
    subject: 'Welcome, {{ first_name }}',
    html_body: '<ul>{% for item in items %}<li>{{ item | upcase }}</li>{% endfor %}</ul>',
    text_body: '{{ items | join: ", " }}',
  };
  expect(renderTemplate(template, { first_name: 'Ann', items: ['a', 'b'] }, 0)).toEqual({
    subject: 'Welcome, Ann',
    html: '<ul><li>A</li><li>B</li></ul>',
    text: 'a, b',
  });
});

test('a subject is trimmed and kept on one line', () => {
  const template = { subject: '  {{ name }}\n', html_body: '', text_body: '' };
  expect(renderTemplate(template, { name: 'a\r\nBcc: eve@example.com' }, 0)).toMatchObject({
    subject: 'a Bcc: eve@example.com',
  });
  for (const end of ['\r', '\n', '\u0085', '\u2028', '\u2029', '\n\u2028\r'])
    expect(renderTemplate(template, { name: `a${end}b` }, 0)).toMatchObject({ subject: 'a b' });
});

test('an absent subject and an absent variable render as empty', () => {
  expect(renderTemplate({ html_body: '{{ nobody }}', text_body: '' }, {}, 0)).toEqual({
    subject: '',
    html: '',
    text: '',
  });
});

test('prototypes cannot be reached', () => {
  const source =
    '{{ constructor }}{{ name.constructor }}{{ o.__proto__ }}{{ o.constructor.constructor }}{{ o.toString }}';
  expect(render(source, { name: 'a', o: {} })).toMatchObject({ html: '' });
});

test('the variables are not changed', () => {
  const variables = { n: 1 };
  expect(render('{% increment n %}{% assign n = 5 %}', variables)).toMatchObject({ html: '1' });
  expect(variables).toEqual({ n: 1 });
});

test('filters that look properties up still do', () => {
  const items = [
    { kind: 'a', n: 1 },
    { kind: 'b', n: 2 },
  ];
  const source =
    '{{ items | where: "kind", "b" | map: "n" | join }}{{ items | find: "kind", "a" | json }}{{ items | group_by: "kind" | size }}';
  expect(render(source, { items })).toMatchObject({ html: '2{"kind":"a","n":1}2' });
});

test('ordinary nesting and brackets in prose are fine', () => {
  const source = `${'{% if true %}'.repeat(50)}${'( :( '.repeat(40)}${'{% endif %}'.repeat(50)}${'(a) [b] '.repeat(1000)}`;
  expect(render(source)).not.toHaveProperty('failed');
});

test('texts are looked for up to a length', () => {
  const text = `${'é'.repeat(300)}b`;
  const sources = [
    '{% if text contains sought %}yes{% endif %}',
    ...['remove', 'remove_first', 'remove_last', 'split'].map((filter) => `{{ text | ${filter}: sought }}`),
    ...['replace', 'replace_first', 'replace_last'].map((filter) => `{{ text | ${filter}: sought, "" }}`),
  ];
  for (const source of sources) {
    expect(render(source, { text, sought: text.slice(-250) })).not.toHaveProperty('failed');
    expect(render(source, { text, sought: text.slice(-251) })).toEqual({
      failed: expect.stringContaining('a text that is looked for is too long'),
    });
  }
  expect(render('{% if list contains text %}yes{% endif %}', { text, list: [text] })).toMatchObject({ html: 'yes' });
});

test('the rendered parts have a limit together, in bytes of the JSON in which a state has them', () => {
  const beside = JSON.stringify({ subject: 'S', html: '', text: '' }).length;
  // Six bytes each, and one.
  const most = '\u0001'.repeat((7_000_000 - beside) / 6) + 'x'.repeat((7_000_000 - beside) % 6);
  expect(render('{{ a }}', { a: most })).toMatchObject({ html: most });
  expect(render('{{ a }}x', { a: most })).toEqual({
    failed: 'the template renders to more than 7000000 bytes of JSON',
  });
  // Letters that take three bytes each.
  expect(render('{{ a }}', { a: '名'.repeat(2_400_000) })).toHaveProperty('failed');
});

test('variables nested without end are refused', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(render('{{ deep }}', { deep })).toEqual({ failed: 'the variables are nested too deeply' });
});

const hostile: Record<string, string> = {
  'a range of a billion': '{% for i in (1..1000000000) %}x{% endfor %}',
  'nested loops': `${'{% for i in (1..2000) %}'.repeat(4)}${'{% endfor %}'.repeat(4)}`,
  'a loop with an empty body': '{% for i in (1..2000000) %}{% endfor %}',
  'a string that doubles by a filter':
    '{% assign a = "xx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}',
  'a string that doubles by capture':
    '{% assign a = "xx" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a | url_encode }}',
  'a list that holds itself twice, over and over':
    '{% assign a = "" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a | join: "" }}',
  'a list that holds itself twice, and is printed':
    '{% assign a = "" | split: "," %}{% for i in (1..60) %}{% assign a = a | push: a %}{% endfor %}{{ a }}',
  'an expression that names itself': `{% assign v = 'l | find_exp: "x", v' %}{{ l | find_exp: "x", v }}`,
  'a path of brackets made at run time':
    '{% assign p = "[a" %}{% for i in (1..17) %}{% assign p = p | append: p %}{% endfor %}{{ l | where: p, 1 }}',
  'deep nesting in one tag': `{% liquid ${'\n if true'.repeat(40000)} %}`,
  'deep parentheses': `{{ ${'('.repeat(100000)}1..2 }}`,
  'growing output': '{% for i in (1..1000000) %}{{ big }}{% endfor %}',
  'deep nesting': `${'{% if true %}'.repeat(15000)}${'{% endif %}'.repeat(15000)}`,
  'open tags': '{% if true %}'.repeat(30000),
  'deep brackets': `{{ a${'[a'.repeat(100000)} }}`,
  'a chain of filters': `{{ percent ${'| url_encode '.repeat(20000)}}}`,
  'a padded date': '{{ "now" | date: "%1000000000Y" }}',
  'a source without end': 'x'.repeat(600_000),
  'an unknown tag': '{% system "ls" %}',
  'broken syntax': '{% if %}',
  'an included file': '{% include "/etc/passwd" %}',
  'a rendered file': '{% render "package.json" %}',
  'a layout': '{% layout "package.json" %}',
};

for (const [name, source] of Object.entries(hostile)) {
  test(`ends and does no harm: ${name}`, () => {
    const result = render(source, { big: 'x'.repeat(100_000), percent: '%'.repeat(100_000), l: [{}] });
    expect(result).toEqual({ failed: expect.stringMatching(/./) });
    expect(render('{{ 1 }}')).toMatchObject({ html: '1' });
  });
}

test('the templates of a state have a limit together', () => {
  const check = createSyntaxCheck();
  const comment = `{% # ${'x'.repeat(30_000)} %}`;
  const template = { subject: comment, html_body: comment, text_body: `${comment}${'{ plain }'.repeat(2_000)}` };
  expect([check(template), check(template)]).toEqual([undefined, undefined]);
  expect(check(template)).toBe('the templates have more than 200000 characters of Liquid');
});

const deepList = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const nest = (levels: number) => `${'{% if true %}'.repeat(levels)}x${'{% endif %}'.repeat(levels)}`;
const brackets = (levels: number) => `{{ ${'a['.repeat(levels)}1${']'.repeat(levels)} }}`;
const most = 'x'.repeat(5_000_000);
for (const [what, fits, goesTooFar, variables, reason] of [
  ['tags', nest(99), nest(100), {}, 'the template is nested too deeply, line:1, col:1288'],
  ['brackets', brackets(100), brackets(101), {}, 'the template has too many open brackets'],
  [
    'brackets of two kinds',
    `{{ (1..3) }}${brackets(100)}`,
    `{{ (${'a['.repeat(100)}`,
    {},
    'the template has too many open brackets',
  ],
  [
    'brackets behind some that close nothing',
    `{{ "))" | append: ${brackets(100).slice(3)}`,
    `{{ "))" | append: ${brackets(101).slice(3)}`,
    {},
    'the template has too many open brackets',
  ],
  ['what is rendered', '{{ most }}', '{{ most }}x', { most }, 'the template renders to more than 5000000 characters'],
  [
    'what is captured',
    '{% capture a %}{{ most }}{% endcapture %}',
    '{% capture a %}{{ most }}x{% endcapture %}',
    { most },
    'memory alloc limit exceeded, line:1, col:1',
  ],
  [
    'what a filter makes',
    '{{ most | append: "" }}',
    '{{ most | append: "x" }}',
    { most },
    'memory alloc limit exceeded, line:1, col:1',
  ],
  ...['where', 'reject', 'has', 'find', 'find_index', 'group_by'].map(
    (filter) =>
      [
        `the property of ${filter}`,
        `{{ list | ${filter}: short }}`,
        `{{ list | ${filter}: long }}`,
        { list: [{}], short: 'x'.repeat(100), long: 'x'.repeat(101) },
        'the name of a property is too long, line:1, col:1',
      ] as const,
  ),
] as const) {
  test(`a template may have so much and no more: ${what}`, () => {
    expect(render(fits, variables)).not.toHaveProperty('failed');
    expect(render(goesTooFar, variables)).toEqual({ failed: reason });
  });
}

test('brackets that are closed, or stand in another pair of braces, are no longer open', () => {
  for (const source of [
    `{{ ${'a[1]'.repeat(101)} }}`,
    '{{ (1..2) }}'.repeat(101),
    `${'( '.repeat(90)}{{ ${brackets(90).slice(3)}`,
  ])
    expect(render(source)).not.toHaveProperty('failed');
});

test('variables are nested so deep and no deeper', () => {
  expect(render('x', { deep: deepList(100) })).toMatchObject({ html: 'x' });
  expect(render('x', { deep: deepList(101) })).toEqual({ failed: 'the variables are nested too deeply' });
});

for (const [source, reason] of [
  ['x'.repeat(500_001), 'parse length limit exceeded'],
  ['{% system "ls" %}', 'tag "system" not found, line:1, col:1'],
  ['{% if %}', 'invalid value expression: "", line:1, col:6'],
  ['{% include "/etc/passwd" %}', 'ENOENT: Failed to lookup "/etc/passwd" in ".", line:1, col:1'],
  ...['where', 'reject', 'group_by', 'has', 'find', 'find_index'].map((name) => [
    `{{ l | ${name}_exp: "x", "x" }}`,
    `the filter ${name}_exp is not offered, line:1, col:1`,
  ]),
  [`{% ${'a'.repeat(300)} %}`, `tag "${'a'.repeat(195)}`],
] as [string, string][]) {
  test(`it is told in a sentence why there is nothing: ${source.slice(0, 40)}`, () => {
    expect(render(source)).toEqual({ failed: reason });
  });
}

for (const part of ['subject', 'html_body', 'text_body']) {
  test(`the part of a template that is no Liquid is told: ${part}`, () => {
    const template = { html_body: 'a', text_body: 'a', [part]: '{% if %}' };
    expect(createSyntaxCheck()(template)).toBe(`${part} is no Liquid: invalid value expression: "", line:1, col:6`);
  });
}

test('of the templates of a state what stands in braces is counted, with the braces', () => {
  const code = (length: number) => `{{ "${'x'.repeat(length - 8)}" }}`;
  const check = createSyntaxCheck();
  const often = { html_body: code(3_000), text_body: code(2_000) };
  expect(Array.from({ length: 39 }, () => check(often))).toEqual(Array(39).fill(undefined));
  expect(check({ html_body: `text ${code(2_500)} }} text`, text_body: `{ ${code(2_495)}` })).toBeUndefined();
  expect(check({ subject: '{{a}}', html_body: '', text_body: '' })).toBeUndefined();
  expect(check({ subject: '{{a}}', html_body: '', text_body: '' })).toMatch('more than 200000 characters');
});
