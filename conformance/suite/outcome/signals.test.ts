import { expect, test } from 'vitest';
import {
  blocked,
  blockedForNow,
  ConfigurationError,
  harnessError,
  inconclusive,
  notApplicable,
  Signal,
} from './signals.ts';

const ends: [end: () => never, outcome: string, forNow?: string][] = [
  [() => blocked('so'), 'blocked'],
  [() => blockedForNow('so', 'until noon'), 'blocked', 'until noon'],
  [() => inconclusive('so'), 'inconclusive'],
  [() => notApplicable('so'), 'notApplicable'],
  [() => harnessError('so'), 'error'],
];
for (const [end, outcome, forNow] of ends) {
  test(`a case ends as ${outcome}${forNow ? ` for now: ${forNow}` : ''}, and says why`, () => {
    let ended: unknown;
    try {
      end();
    } catch (error) {
      ended = error;
    }
    expect(ended).toBeInstanceOf(Signal);
    expect(ended).toMatchObject({ outcome, message: 'so', name: 'Signal' });
    expect((ended as Signal).forNow).toBe(forNow);
  });
}

test('a wrong configuration is told by its name', () => {
  expect(String(new ConfigurationError('the line'))).toBe('ConfigurationError: the line');
});
