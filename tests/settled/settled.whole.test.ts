import { expect, test } from '@playwright/test';
import { roundTrip } from './round-trip.ts';
import { otherBytes } from './same-bytes.ts';

/** A rule or two about refusals, members of successes, choices, pages and lists; `tests/settled/cli.ts` takes all of them, and all servers. */
const some = ['AUTH-3', 'EMAIL-SUBJ-3', 'EMAIL-ANS-3', 'RSV-25', 'PAGE-8', 'DIR-6'];

test('our mock as another server is judged as that server is; a file that decides all as we do changes no byte', async () => {
  // Few cases: further workers take longer to start than they save.
  const rules = [...some.flatMap((glob) => ['--rule', glob]), '--workers', '2'];
  const { differences, requests } = await roundTrip('lax', test.info().outputPath('lax'), rules);
  expect(differences).toEqual([]);
  expect(requests.length).toBeGreaterThan(20);
  expect(await otherBytes(requests)).toEqual([]);
});
