import { expect, test } from 'vitest';
import { printedBy } from '../spec/testing/printed.ts';
import { main } from './command-line.ts';
import { stepNames } from './gate.ts';

test('--rules prints each rule of the comparison with direction, level and version', async () => {
  const { value, stdout } = await printedBy(() => main(['--rules']));
  expect(value).toBe(0);
  expect(stdout).toContain('\nrequest-property-removed | request | breaking | major | ');
  expect(stdout).toContain('\nnot-judged | any | breaking | major | ');
});

test('--help is no error', async () => {
  expect((await printedBy(() => main(['--help']))).value).toBe(0);
});

for (const [args, line] of [
  [['--nope'], /unknown option '--nope'/],
  [['--only', 'lint,nosuch'], new RegExp(`There is no step "nosuch"; there are ${stepNames.join(', ')}`)],
  [['nosuch'], /too many arguments/],
] as const) {
  test(`refused with a line: ${args.join(' ')}`, async () => {
    await expect(main([...args])).rejects.toThrow(line);
  });
}
