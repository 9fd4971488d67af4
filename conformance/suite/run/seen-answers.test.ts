import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { CaseLog } from '../api/case-log.ts';
import { Answer } from '../wire/answer.ts';
import { collectSeen } from './seen-answers.ts';

const message = (id: string, extra: object) =>
  new Answer({
    operation: 'createEmailMessage',
    status: 202,
    headers: [['Date', 'Sat, 28 Nov 2026 10:00:00 GMT']],
    text: JSON.stringify({ data: { id, ...extra } }),
    request: { method: 'POST', url: 'http://127.0.0.1/v2/email_messages', headers: [] },
    tookMs: 50,
  });

test('ids of the resource and times of the answer are one value, other times differ', () => {
  const log = new CaseLog(loadRegister(), ['EMAIL-ANS-1'], 'strict');
  log.entries.push(
    message('a1', { self: '/mail/a1', sent: '2026-11-28T10:00:00.400Z', due: '2026-11-29T10:00:00Z' }),
    message('b2', { self: '/mail/b2', sent: '2026-11-28T11:00:00.000+01:00', due: '2026-11-30T10:00:00Z' }),
  );
  const members = collectSeen([log]).successes[0]?.members;
  expect(members?.['/data/self']?.values).toEqual(['/mail/{id}']);
  expect(members?.['/data/sent']?.values).toEqual(['{now}']);
  expect(members?.['/data/due']?.values).toHaveLength(2);
});
