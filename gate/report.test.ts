import { expect, test } from 'vitest';
import { formatAnnotations, formatJunit, formatMarkdown, formatSarif, formatTerminal } from './report.ts';
import { someChange, someFinding, someReport } from './testing/report.ts';

const plain = (_style: unknown, text: string) => text;
const accepted = { rule: 'r', pointer: '/p', reason: 'nobody sent one', owner: 'ann' };
const example = { base: 'valid', revision: 'not', request: { method: 'POST', url: '/things' } };
const lintError = {
  severity: 'error' as const,
  rule: 'operation-description',
  message: 'Line one:\ntwo, 100% <b>@everyone</b> | `x_y` `',
  place: { file: 'spec/openapi.yaml', line: 3, column: 1 },
};
const report = someReport(
  {
    findings: [
      someFinding(someChange({ example, operations: ['createThing', 'changeThing'] })),
      someFinding(someChange({ landed: accepted, name: '/paths/~1things', rule: 'operation-removed' })),
      someFinding(someChange({ accepted, message: 'Clients miss a colour.' }), 'warning'),
      someFinding(someChange({ level: 'soft', rule: 'tags-changed', direction: 'client' }), 'warning'),
      someFinding(someChange({ level: 'safe', message: 'More is allowed.' }), 'note'),
    ],
  },
  { name: 'lint', findings: [lintError] },
  { name: 'conformance', outcome: 'unchanged', summary: 'neither spec/, fixtures/ nor tests/consumers/ changed' },
);

test('terminal, comment and JUnit have rule, place, message and details of every finding', () => {
  const [terminal, comment, junit] = [formatTerminal(report, plain, []), formatMarkdown(report), formatJunit(report)];
  for (const text of [terminal, comment, junit]) {
    for (const part of [
      'request-property-removed',
      'operation-removed',
      'operation-description',
      'Requests with a colour are refused.',
    ])
      expect(text).toContain(part);
    expect(text).toContain('spec/openapi.yaml:12:5');
    expect(text).toContain('requests of createThing, changeThing: ');
    expect(text).toMatch(/entry of ann in spec\/accepted.*renew it/);
    expect(text).toMatch(/no example could be made/);
  }
  expect(terminal).toMatch(
    /^ACKNOWLEDGED request-property-removed .*\n {2}Clients miss a colour\.\n(.*\n)*? {2}acknowledged by ann: nobody sent one$/m,
  );
  expect(terminal).toMatch(/^SAFE .*\n {2}More is allowed\.$/m);
  expect(terminal).toContain(
    '\nThis change may not land yet: diff, lint failed; 2 breaking changes not acknowledged.\n',
  );
  expect(terminal).toContain('\n  - rule: operation-removed\n    pointer: /paths/~1things\n    reason: ');
  expect(comment.match(/^#### .*$/gm)).toEqual([
    '#### Breaking',
    '#### Breaking, acknowledged',
    expect.stringMatching('Soft'),
    '#### Safe',
    '#### lint',
  ]);
  expect(junit.match(/<failure /g)).toHaveLength(3);
  expect(junit).toMatch(/<skipped/);
});

test('a change that may land needs no entry', () => {
  const soft = {
    ...someReport({ findings: [someFinding(someChange({ level: 'soft' }), 'warning')] }),
    verdict: 'soft' as const,
  };
  const acknowledged = someReport({ findings: [someFinding(someChange({ accepted }), 'warning')] });
  for (const passed of [soft, acknowledged]) {
    expect(formatTerminal(passed, plain, [])).toMatch(/This change may land;.*(soft|1 breaking change acknowledged)/);
    expect(formatTerminal(passed, plain, [])).not.toContain('If a breaking change is wanted');
    expect(formatMarkdown(passed)).toContain('### ✅ This change may land;');
    expect(formatMarkdown(passed)).not.toContain('If a breaking change is wanted');
  }
});

test('the comment has the required version where a comparison ran', () => {
  const { requiredVersion: _required, verdict: _verdict, ...without } = someReport({ name: 'lint' });
  expect(formatMarkdown(without)).not.toContain('info.version');
  const raised = { ...someReport({}), revision: { name: 'spec/openapi.yaml', version: '3.0.0' } };
  expect(formatMarkdown(raised)).toMatch(/from 2\.0\.0 to 3\.0\.0.* 3\.0\.0/);
});

test('a comment that would be too long is cut and has the number of findings that it leaves out', () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    someFinding(someChange({ message: `${index} ${'x'.repeat(300)}` })),
  );
  const text = formatMarkdown(someReport({ findings: many }));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/\d+ findings more/);
});

test('text of a contract is literal in a comment', () => {
  const odd = someChange({ message: '@everyone <b> | `h`', example: { ...example, revision: '```' } });
  expect(formatMarkdown(someReport({ findings: [someFinding(odd)] }))).toMatch(
    /\n````text\n(.*\n)*@everyone <b> \| `h`\n(.*\n)*````\n/,
  );
});

test('annotations are lines that GitHub reads, for every message', () => {
  const odd = { ...lintError, message: '1%\r\n2%', place: { file: 'a,b:c%.yaml', line: 1, column: 2 } };
  expect(formatAnnotations(someReport({ name: 'lint', findings: [odd] }))).toEqual([
    '::error file=a%2Cb%3Ac%25.yaml,line=1,col=2,title=lint%3A operation-description::1%25%0D%0A2%25',
  ]);
  expect(formatAnnotations(report).map((line) => line.slice(0, 9))).toEqual([
    '::error f',
    '::error f',
    '::warning',
    '::warning',
    '::notice ',
    '::error f',
  ]);
});

test('SARIF has rule, level, place, suppression, and a fingerprint without the line', () => {
  const { version, runs } = formatSarif(report);
  const results = runs[0]?.results ?? [];
  expect(version).toBe('2.1.0');
  expect(runs[0]?.tool.driver.rules[results[0]?.ruleIndex ?? -1]).toMatchObject({
    id: 'diff/request-property-removed',
    shortDescription: { text: expect.stringContaining('the property is gone') },
  });
  expect(results.map(({ level }) => level)).toEqual(['error', 'error', 'warning', 'warning', 'note', 'error']);
  expect(results[0]).toMatchObject({
    ruleId: 'diff/request-property-removed',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'spec/openapi.yaml' },
          region: { startLine: 12, startColumn: 5 },
        },
      },
    ],
    partialFingerprints: {
      'contractGate/v1': 'diff/request-property-removed /components/schemas/Thing/properties/colour',
    },
  });
  expect(results.map(({ suppressions }) => suppressions?.[0]?.justification)).toEqual([
    undefined,
    undefined,
    'ann: nobody sent one',
    undefined,
    undefined,
    undefined,
  ]);
});
