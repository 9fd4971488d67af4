import { expect, test } from '@playwright/test';
import { run } from './support/suite.ts';

test.describe.configure({ mode: 'parallel' });

test('--list prints rules and their needs without a run', async () => {
  const { code, stdout } = await run(['--list', '--rule', 'DIR-1', '--rule', 'email-fwd-*']);
  expect(code).toBe(0);
  const ids = stdout.match(/^[A-Z-]+-\d+/gm) ?? [];
  expect(ids[0]).toBe('DIR-1');
  expect(ids.slice(1).every((id) => id.startsWith('EMAIL-FWD-'))).toBe(true);
  expect(stdout).toContain('needs read');
  expect(stdout).toContain('needs send, outbox');
});

const refused: Record<string, [args: string[], line: RegExp]> = {
  'an unknown option': [['--nope'], /unknown option '--nope'/],
  'an output directory that is none': [['--output', 'package.json/x'], /can't write to package.json\/x \(ENOTDIR\)/],
};
for (const [what, [args, line]] of Object.entries(refused)) {
  test(`refused with one line and exit code 2: ${what}`, async () => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toMatch(line);
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
  });
}
