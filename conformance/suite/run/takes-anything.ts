import { loadRegister } from '../../../spec/register.ts';
import { once } from '../api/once.ts';
import type { CaseRecord } from '../outcome/verdict.ts';
import type { Harness } from './harness.ts';

const doubt = 'the target takes whatever is sent to it, so that it says nothing when it takes this, too';

/**
 * What a case found out, as far as it can be believed: at a target that takes anything nothing is held, as no case could
 * have failed there. A MAY is not judged, so nothing is claimed.
 */
export async function believed(harness: Harness, record: CaseRecord): Promise<CaseRecord> {
  const { isMock } = harness.target;
  const claims =
    record.verdicts.some(({ outcome }) => outcome === 'pass') || Object.keys(record.shown ?? {}).length > 0;
  if (isMock || !claims) return record;
  if (!(await once(harness, 'takes anything', () => takesAnything(harness)))) return record;
  const verdicts = record.verdicts.map((verdict) =>
    verdict.outcome === 'pass' && loadRegister().get(verdict.rule)?.level !== 'MAY'
      ? { ...verdict, outcome: 'blocked' as const, note: doubt }
      : verdict,
  );
  return { ...record, verdicts, shown: {} };
}

/** Whether even that succeeds which nobody may ask for and no service can read. */
async function takesAnything({ transport, target }: Harness): Promise<boolean> {
  const { baseUrl, wire } = target;
  const headers = [['Content-Type', 'application/json']] as const;
  const requests = [
    { method: 'GET', url: `${baseUrl}/conformance/no/such/path`, headers: [] },
    ...['/number_reservations', wire.emailPath].map((path) => ({
      method: 'POST',
      url: baseUrl + path,
      headers: [...headers],
      body: Buffer.from('{"'),
    })),
  ];
  const answers = await Promise.all(requests.map((request) => transport.send(request).catch(() => undefined)));
  return answers.every((answer) => answer !== undefined && answer.status >= 200 && answer.status < 300);
}
