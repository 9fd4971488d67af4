import { expect, test } from 'vitest';
import { printedBy } from '../../spec/testing/printed.ts';
import { someReport } from '../testing/report.ts';
import { Progress } from './progress.ts';

/** What is shown of steps that begin, go on and end: the lines that stay, and at a terminal the one that changes. */
async function shown(isTTY: boolean) {
  const { isTTY: before, write } = process.stdout;
  const passing: string[] = [];
  Object.assign(process.stdout, { isTTY, write: (text: string) => passing.push(text.replace('\r\u001b[K', '')) > 0 });
  try {
    const { stdout } = await printedBy(() => {
      const progress = new Progress((_style, text) => text);
      const [lint] = someReport({ name: 'lint', summary: 'no problem' }).steps;
      progress.started('lint');
      progress.started('conformance');
      progress.said('conformance', '3/7 cases');
      if (lint) progress.ended(lint);
    });
    return { stdout, passing };
  } finally {
    Object.assign(process.stdout, { isTTY: before, write });
  }
}

const line = 'passed    lint          1.2 s  no problem\n';

test('a step that has ended has a line that stays', async () => {
  expect(await shown(false)).toEqual({ stdout: line, passing: [] });
});

test('at a terminal a line that changes names what still runs, and how far it is', async () => {
  expect(await shown(true)).toEqual({
    stdout: line,
    passing: [
      'running: lint',
      'running: lint, conformance',
      'running: lint, conformance 3/7 cases',
      '',
      'running: conformance 3/7 cases',
    ],
  });
});
