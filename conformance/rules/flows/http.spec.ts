import { documentTypes, missionRuns, readTotals } from '../../suite/api/lists.ts';
import { sendReadable } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { toWirePath } from '../../suite/target/target.ts';
import { loadContract } from '../../suite/wire/contract.ts';

test(
  ...rule('HTTP-7', 'an unknown path is answered with 404', async (t) => {
    await t.mustSucceed(t.api.listDocumentTypes());
    const word = t.unique.reference('nothing');
    const requests = [
      ['GET', `/${word}`],
      ['GET', `/${word}/${t.unique.uuid()}`],
      ['GET', `/dir/${word}`],
      ['GET', `/dir/document_types/${word}/more`],
      ['GET', `/ai/missions/runs/${word}/more`],
      ['GET', `/email_messages/${t.unique.uuid()}/${word}`],
      ['POST', `/${word}`],
      ['POST', `/number_reservations/${t.unique.uuid()}/${word}`],
      ['PATCH', `/${word}/${t.unique.uuid()}`],
      ['DELETE', `/${word}/${t.unique.uuid()}`],
      ['PUT', `/${word}`],
    ] as const;
    await t.each(requests, async ([method, path]) => {
      const answer = await t.api.raw({ method, path, harmless: true });
      expect(answer).toRefuse(404, '10005');
      expect(answer).toHaveErrorBody();
    });
  }),
);

test(
  ...rule('HTTP-8', 'an undeclared method is answered with 405 and Allow', async (t) => {
    await t.mustSucceed(t.api.listDocumentTypes());
    const { operations } = loadContract().document;
    const requests = operations.flatMap((operation) => {
      const path = toWirePath(t.target, operation.path).replace(/\{\w+\}/g, t.unique.uuid());
      const siblings = operations.filter((sibling) => sibling.path === operation.path);
      const declared = siblings.map((sibling) => sibling.method.toUpperCase());
      // No DELETE of a collection: a deployment may support it.
      return ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']
        .filter((method) => !declared.includes(method) && !(method === 'DELETE' && declared.includes('POST')))
        .map((method) => ({ method, path, declared }));
    });
    const nameOf = ({ method, path }: (typeof requests)[number]) => `${method} ${path}`;
    await t.each(requests, nameOf, async ({ method, path, declared }) => {
      const answer = await t.api.raw({ method, path, harmless: true });
      t.check('HTTP-8', () => {
        expect(answer).toRefuse(405, '10007');
        expect(answer).toHaveErrorBody();
        const allowed = (answer.header('allow') ?? '').split(',').map((name) => name.trim().toUpperCase());
        for (const method of declared) expect(allowed, 'Allow').toContain(method);
        expect(allowed, 'Allow').not.toContain(method);
      });
    });
  }),
);

test(
  ...rule('VER-1', 'the base address ends in /v2', (t) => {
    expect(new URL(t.target.baseUrl).pathname, 'path of the base address').toMatch(/\/v2$/);
  }),
);

function belowBase(name: string, needs: readonly string[], request: (t: Case) => Promise<Answer>) {
  return rule(['VER-1', 'ERR-13'], `${name} is below the base address`, { needs }, async (t) => {
    const { operation, status } = await request(t);
    t.check('VER-1', () => {
      const isElsewhere = [404, 405, 410].includes(status) || (status >= 300 && status < 400);
      expect(isElsewhere, `${name} is answered with ${status}, like an unknown path`).toBe(false);
    });
    t.check('ERR-13', () => {
      const isNamed = operation !== undefined && loadContract().validators.declares(operation, status);
      expect(isNamed, `the contract names the status ${status} for ${operation}`).toBe(true);
    });
  });
}

const update = ['write', 'simNotification'];

test(...belowBase('the list of document types', ['read'], (t) => t.api.listDocumentTypes()));
test(...belowBase('the list of mission runs', ['read'], (t) => t.api.listRuns()));
test(...belowBase('the reservation', ['write'], (t) => t.api.createReservation({})));
test(...belowBase('the update', update, (t) => t.api.updateNotification(t.notification.id, {})));
test(...belowBase('sending by the legacy route', ['send'], (t) => t.api.sendEmail(t.email(), { alias: true })));
test(...belowBase('reading an email', ['send'], async (t) => (await sendReadable(t)).read));

/** Queries with unknown parameters. */
const unknownQueries = ['conformance_unknown=1', 'conformance[unknown]=x&conformance[unknown]=y', 'short_name=none'];

for (const list of [documentTypes, missionRuns]) {
  test(
    ...rule('HTTP-11', `${list.name}: an unknown query parameter is ignored`, async (t) => {
      await t.each(unknownQueries, String, async (rawQuery) => {
        const before = await list.page(t);
        const answer = await list.request(t.api, {}, { rawQuery });
        expect(answer).toAccept();
        const totals = readTotals([before, await list.page(t)]);
        if (totals.length === 1) expect(readTotals([list.pageOf(t, answer)]), 'total_results').toEqual(totals);
      });
    }),
  );
}

test(
  ...rule('HTTP-11', 'reading an email ignores an unknown query parameter', { needs: ['send'] }, async (t) => {
    const { id } = await sendReadable(t);
    const read = () => t.api.getEmail(id, { rawQuery: 'conformance_unknown=1' });
    expect(await t.eventually(read)).toAccept();
  }),
);
