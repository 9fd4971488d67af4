import { expect, test } from 'vitest';
import { insertEntry } from './changelog.ts';
import type { JudgedChange } from './changes.ts';
import { someChange } from './testing/report.ts';

const date = '2027-01-02';
const changes = [
  someChange({ level: 'safe', message: 'The operation listThings is new.', operation: 'listThings' }),
  someChange({
    level: 'breaking',
    message: 'Requests with a colour are refused.',
    operation: 'createThing',
    accepted: { rule: 'r', pointer: '/p', reason: 'nobody sent one', owner: 'ann' },
  }),
];

test('the first entry starts the log', () => {
  expect(insertEntry(undefined, { version: '3.0.0', date, changes })).toBe(`# Changes of the contract

What each version of \`spec/openapi.yaml\` means for its clients, newest first.

## Contract 3.0.0 (2027-01-02)

<!-- contract-gate: written by \`npm run gate -- --changelog\` -->

### Breaking: clients have to change

- **createThing**: Requests with a colour are refused. Why: nobody sent one

### New or relaxed: clients need not change

- **listThings**: The operation listThings is new.

<!-- /contract-gate -->
`);
});

test('a change is one line, once', () => {
  const { operation, ...rest } = someChange({ level: 'soft', message: 'The description \n  of colour\nis another.' });
  const repeated = [rest, { ...rest, operation }, { ...rest, operation }] as JudgedChange[];
  expect(insertEntry('', { version: '3.0.0', date, changes: repeated })).toContain(
    '### Changed: clients may notice\n\n- The description of colour is another.\n- **createThing**: The description of colour is another.\n\n<!-- /contract-gate -->',
  );
});

test('a newer version comes first', () => {
  const log = insertEntry('# Log\n\n## Contract 2.0.0 (2026-01-01)\n\nOld.\n', { version: '3.0.0', date, changes });
  expect(log.indexOf('## Contract 3.0.0')).toBeLessThan(log.indexOf('## Contract 2.0.0'));
  expect(log).toMatch(/^# Log\n\n## Contract 3\.0\.0/);
  expect(log).toMatch(/## Contract 2\.0\.0 \(2026-01-01\)\n\nOld\.\n$/);
});

test('the entry of the same version is replaced, and text that a person added stays', () => {
  const first = insertEntry('# Log\n\n## Contract 2.0.0\n\nOld.\n', { version: '3.0.0', date, changes });
  const edited = first.replace('<!-- contract-gate:', 'Read the guide first.\n\n<!-- contract-gate:');
  const again = insertEntry(edited, { version: '3.0.0', date: '2027-05-05', changes: changes.slice(0, 1) });
  expect(again).toContain('Read the guide first.');
  expect(again).not.toContain('Breaking');
  expect(again.match(/## Contract 3\.0\.0/g)).toHaveLength(1);
  expect(insertEntry(again, { version: '3.0.0', date, changes: changes.slice(0, 1) })).toBe(again);
});

test('an entry that a person began stays', () => {
  const log = insertEntry('# Log\n\n## Contract 3.0.0\n\nBy hand.\n\n## Contract 2.0.0\n\nOld.\n', {
    version: '3.0.0',
    date,
    changes,
  });
  expect(log).toMatch(
    /## Contract 3\.0\.0\n\n<!-- contract-gate[\s\S]*\/contract-gate -->\n\nBy hand\.\n\n## Contract 2\.0\.0/,
  );
});

test('an entry without its end is replaced by a new one; a longer version is different', () => {
  const begun =
    '# Log\n\n## Contract 3.0.0\n\n<!-- contract-gate: written by `npm run gate -- --changelog` -->\n\nBy hand.\n';
  const again = insertEntry(begun, { version: '3.0.0', date, changes });
  expect(again).toMatch(
    /^# Log\n\n## Contract 3\.0\.0\n\n<!-- contract-gate[\s\S]*\/contract-gate -->\n\n<!-- contract-gate[^\n]*\n\nBy hand\.\n$/,
  );
  const trial = '# Log\n\n## Contract 3.0.0-rc.1\n\nTried.\n';
  expect(insertEntry(trial, { version: '3.0.0', date, changes })).toMatch(
    /^# Log\n\n## Contract 3\.0\.0 \(2027-01-02\)\n\n<!--[\s\S]*-->\n\n## Contract 3\.0\.0-rc\.1\n\nTried\.\n$/,
  );
});
