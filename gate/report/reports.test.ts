import { expect, test } from 'vitest';
import { someChange, someFinding, someReport } from '../testing/report.ts';
import { githubAnnotations } from './github.ts';
import { linksOf, markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';

const noLinks = () => undefined;
const accepted = { rule: 'r', pointer: '/p', reason: 'nobody sent one', owner: 'ann' };
const lintError = {
  severity: 'error' as const,
  rule: 'operation-description',
  message: 'Line one:\ntwo, 100% <b>@everyone</b> | `x_y` `',
  place: { file: 'spec/openapi.yaml', line: 3, column: 1 },
};
const breaking = someReport(
  {
    findings: [
      someFinding(
        someChange({ example: { base: 'valid', revision: 'not', request: { method: 'POST', url: '/things' } } }),
      ),
    ],
  },
  { name: 'lint', findings: [lintError] },
  { name: 'conformance', outcome: 'unchanged', summary: 'neither spec/ nor fixtures/ changed' },
);

test('text of the contract makes no markup in the comment and mentions nobody', () => {
  const text = markdownReport(breaking, noLinks);
  expect(text).toContain('Line one: two, 100% \\<b\\>@\u200beveryone\\</b\\> \\| `x_y` \\`');
});

test('a comment that would be too long is cut, and says so', () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    someFinding(someChange({ message: `${index} ${'x'.repeat(300)}` })),
  );
  const text = markdownReport(someReport({ findings: many }), noLinks);
  expect(text.length).toBeLessThan(65_536);
  expect(text.length).toBeGreaterThan(58_000);
  expect(text).toMatch(/\n\n_The rest does not fit here; all 400 findings are in the job's output and reports\._\n$/);
  const one = (length: number) => {
    const change = someChange({ level: 'soft', message: 'x'.repeat(length) });
    return markdownReport(someReport({ findings: [someFinding(change, 'warning')] }), noLinks);
  };
  const most = 60_000 - one(0).length + '\n'.length;
  expect(one(most)).toHaveLength(60_001);
  expect(one(most)).not.toContain('does not fit');
  expect(one(most + 1)).not.toContain('xxx');
  expect(one(most + 1)).toContain('_The rest does not fit here; all 1 findings');
});

test('text of a contract is literal in a comment', () => {
  const odd = someChange({
    message: 'a\\b *c* @d @e | `h` and `f|g` ~i~',
    name: '/paths/~1a\n`b`',
    example: { base: 'valid', revision: '```', request: { method: 'GET', url: '/' } } as never,
  });
  const text = markdownReport(someReport({ findings: [someFinding(odd)] }), noLinks);
  expect(text).toContain('- **a\\\\b \\*c\\* @\u200bd @\u200be \\| `h` and \\`f\\|g\\` \\~i\\~**');
  expect(text).toContain('`` /paths/~1a `b` ``');
  expect(text).toContain('\n  ````json\n');
});

test('places in the comment lead to the host of the run', () => {
  const gitHub = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'o/r', GITHUB_SHA: 'abc' };
  expect(markdownReport(breaking, linksOf(gitHub))).toContain('https://github.com/o/r/blob/abc/spec/openapi.yaml#L12');
  const gitLab = linksOf({ CI_PROJECT_URL: 'https://gitlab.com/o/r', CI_COMMIT_SHA: 'abc' });
  expect(gitLab({ file: 'spec/a b.yaml', line: 3, column: 1 })).toBe(
    'https://gitlab.com/o/r/-/blob/abc/spec/a%20b.yaml#L3',
  );
  for (const some of [{}, { CI_PROJECT_URL: 'https://gitlab.com/o/r' }, { CI_COMMIT_SHA: 'abc' }])
    expect(linksOf(some)({ file: 'a', line: 1, column: 1 }), JSON.stringify(some)).toBeUndefined();
  for (const one of Object.keys(gitHub))
    expect(linksOf({ ...gitHub, [one]: undefined })({ file: 'a', line: 1, column: 1 }), one).toBeUndefined();
});

test('annotations are lines that GitHub reads, whatever the message holds', () => {
  const odd = { ...lintError, message: '1%\r\n2%', place: { file: 'a,b:c%.yaml', line: 1, column: 2 } };
  expect(githubAnnotations(someReport({ name: 'lint', findings: [odd] }))).toEqual([
    '::error file=a%2Cb%3Ac%25.yaml,line=1,col=2,title=lint%3A operation-description::1%25%0D%0A2%25',
  ]);
  expect(githubAnnotations(breaking)).toEqual([
    '::error file=spec/openapi.yaml,line=12,col=5,title=breaking%3A request-property-removed::Requests with a colour are refused.',
    '::error file=spec/openapi.yaml,line=3,col=1,title=lint%3A operation-description::Line one:%0Atwo, 100%25 <b>@everyone</b> | `x_y` `',
  ]);
});

test('SARIF has rule, place and a fingerprint that does not follow the line', () => {
  const log = sarifReport(breaking);
  const [run] = log.runs;
  const [result] = run?.results ?? [];
  expect(log.version).toBe('2.1.0');
  expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual([
    'diff/request-property-removed',
    'lint/operation-description',
  ]);
  expect(result).toMatchObject({
    ruleId: 'diff/request-property-removed',
    level: 'error',
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'spec/openapi.yaml' }, region: { startLine: 12, startColumn: 5 } },
      },
    ],
    partialFingerprints: {
      'contractGate/v1': 'diff/request-property-removed /components/schemas/Thing/properties/colour',
    },
  });
  const spaced = { ...lintError, place: { file: 'spec/a b.yaml', line: 1, column: 1 } };
  const [uri] = sarifReport(someReport({ findings: [spaced] })).runs[0]?.results?.[0]?.locations ?? [];
  expect(uri?.physicalLocation?.artifactLocation?.uri).toBe('spec/a%20b.yaml');
  const suppressed = sarifReport(someReport({ findings: [someFinding(someChange({ accepted }), 'warning')] }));
  expect(suppressed.runs[0]?.results?.[0]?.suppressions).toEqual([
    { kind: 'external', justification: 'ann: nobody sent one' },
  ]);
});
