import { expect, test } from 'vitest';
import { someChange, someFinding, someReport } from '../testing/report.ts';
import { githubAnnotations } from './github.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import type { GateReport } from './report.ts';
import { terminalReport } from './terminal.ts';

const accepted = { rule: 'request-property-removed', pointer: '/p', reason: 'nobody sent one', owner: 'ann' };
const basePlace = { file: 'spec/openapi.yaml', line: 40, column: 9 };
const example = {
  base: 'valid',
  revision: 'colour is not known',
  request: { method: 'POST', url: '/things' },
} as const;
const place = { file: 'spec/rules.yaml', line: 3, column: 1 };

/** A report with a finding of each kind, and a step for each way in which one ends. */
const report = someReport(
  {
    summary: '3 breaking (1 acknowledged), 1 soft, 2 safe',
    durationMs: 4321,
    findings: [
      someFinding(someChange({ basePlace, example, operations: ['createThing', 'changeThing'] })),
      someFinding(someChange({ landed: accepted, name: '/paths/~1things', rule: 'operation-removed', operation: '' })),
      someFinding(someChange({ accepted, message: 'A reader\nof two lines.' }), 'warning'),
      someFinding(someChange({ level: 'soft', rule: 'tag-removed', direction: 'client' }), 'warning'),
      someFinding(someChange({ level: 'safe', rule: 'description-changed', example }), 'note'),
      someFinding(someChange({ level: 'safe', message: 'More is allowed.', direction: 'response' }), 'note'),
    ],
  },
  {
    name: 'rules',
    summary: '12 problems',
    findings: [
      ...Array.from({ length: 11 }, (_, at) => ({
        severity: 'error' as const,
        rule: 'rules-agree',
        message: `RULE-${at}: is not pinned`,
        place: { ...place, line: at + 1 },
        details: at === 0 ? ['one detail', 'another'] : [],
      })),
      { severity: 'warning', rule: 'rules-cited', message: 'RULE-1: is not cited', place },
      { severity: 'note', rule: 'rules-cited', message: 'RULE-2: is new', place },
    ],
  },
  { name: 'lint', summary: 'no problem', durationMs: 49 },
  { name: 'deployments', outcome: 'skipped', summary: 'there are none', durationMs: 50 },
  { name: 'conformance', outcome: 'unchanged', summary: 'neither spec/ nor fixtures/ changed', durationMs: 1 },
);

const linkTo = ({ file, line }: { file: string; line: number }) =>
  file.endsWith('rules.yaml') ? `https://host.example/${file}#L${line}` : undefined;
const plain = (_style: unknown, text: string) => text;
const files = ['reports/gate.json', 'reports/gate.md'];

const forms: [name: string, (of: GateReport) => string][] = [
  ['txt', (of) => `${terminalReport(of, plain, files)}\n`],
  ['md', (of) => markdownReport(of, linkTo)],
  ['junit.xml', junitReport],
  ['annotations.txt', (of) => `${githubAnnotations(of).join('\n')}\n`],
];
for (const [name, written] of forms) {
  test(`the report as ${name} has every kind of finding`, async () => {
    await expect(written(report)).toMatchFileSnapshot(`golden/everything.${name}`);
  });
}

test('a change that may land asks for nothing', () => {
  const soft = {
    ...someReport({ findings: [someFinding(someChange({ level: 'soft' }), 'warning')] }),
    verdict: 'soft' as const,
  };
  const safe = { ...someReport({ durationMs: 10 }), verdict: 'safe' as const, requiredVersion: '2.0.0' };
  const both = someReport({ findings: [1, 2].map(() => someFinding(someChange({ accepted }), 'warning')) });
  for (const [of, line] of [
    [soft, 'This change may land; read what it says about soft changes.'],
    [safe, 'This change may land.'],
    [both, 'This change may land; 2 breaking changes of it are acknowledged.'],
  ] as const) {
    const text = terminalReport(of, plain, []);
    expect(text).toContain(line);
    expect(text).not.toContain('Written:');
    expect(text).not.toContain('spec/accepted-changes.yaml:');
    expect(markdownReport(of, linkTo)).toContain(`### ✅ ${line}`);
    expect(markdownReport(of, linkTo)).not.toContain('If a breaking change is wanted');
  }
  expect(terminalReport(safe, plain, [])).toContain('2.5 s, side by side: nothing took long.');
  const longest = someReport({ durationMs: 1200 }, { name: 'lint', durationMs: 3400 });
  expect(terminalReport(longest, plain, [])).toContain('2.5 s, side by side: lint 3.4 s, diff 1.2 s.');
  const headings = (of: GateReport) => markdownReport(of, linkTo).match(/^#### .*$/gm);
  expect([safe, both].map(headings)).toEqual([null, ['#### Breaking, acknowledged']]);
});

test('a report without a comparison has no version', () => {
  const { requiredVersion: _required, verdict: _verdict, ...without } = someReport({ name: 'lint' });
  expect(markdownReport(without, linkTo)).not.toContain('info.version');
  const raised = { ...someReport({}), revision: { name: 'spec/openapi.yaml', version: '3.0.0' } };
  expect(markdownReport(raised, linkTo)).toContain(
    '`info.version` goes from 2.0.0 to 3.0.0; the changes ask for 3.0.0',
  );
});
