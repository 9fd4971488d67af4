import { catalogue } from './diff/index.ts';

/** All rules of the comparison as a Markdown table: id, direction, level, what they do to the version, and a sentence about X, A and B. */
export function rulesTable(): string {
  const rows = catalogue.map(({ id, direction, level, version, sentence }) =>
    [id, direction, level, version, sentence({ subject: 'X', from: 'A', to: 'B' })].join(' | '),
  );
  return ['id | direction | level | version | what it means', '---|---|---|---|---', ...rows].join('\n');
}
