import { sendReadable } from '../../suite/api/sending.ts';
import { wirePath } from '../../suite/derive/request.ts';
import { type Answer, expect, rule, test } from '../../suite/rule.ts';
import { contract } from '../../suite/wire/contract.ts';

test(
  ...rule('HTTP-7', 'a path that nobody knows is answered with 404', async (t) => {
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
    for (const [method, path] of requests) {
      await t.step(`${method} ${path}`, async () => {
        const answer = await t.api.raw({ method, path, harmless: true });
        expect(answer).toRefuse(404, '10005');
        expect(answer).toHaveErrorBody();
      });
    }
  }),
);

test(
  ...rule('HTTP-8', 'a method that a path does not have is answered with 405 and Allow', async (t) => {
    await t.mustSucceed(t.api.listDocumentTypes());
    const { operations } = contract().document;
    for (const operation of operations) {
      const path = wirePath(t.target.wire, operation).replace(/\{\w+\}/g, t.unique.uuid());
      const declared = operations.filter((one) => one.path === operation.path).map((one) => one.method.toUpperCase());
      for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']) {
        // Nothing that exists is addressed by DELETE, should a deployment have it after all.
        if (declared.includes(method) || (method === 'DELETE' && declared.includes('POST'))) continue;
        await t.step(`${method} ${path}`, async () => {
          const answer = await t.api.raw({ method, path, harmless: true });
          expect(answer).toRefuse(405, '10007');
          expect(answer).toHaveErrorBody();
          const allowed = (answer.header('allow') ?? '').split(',').map((name) => name.trim().toUpperCase());
          for (const one of declared) expect(allowed, 'Allow').toContain(one);
          expect(allowed, 'Allow').not.toContain(method);
        });
      }
    }
  }),
);

test(
  ...rule('HTTP-13', 'a read is answered, and waited for when the target is busy', async (t) => {
    const { status } = await t.api.listDocumentTypes();
    t.observe(`answered with ${status}; what comes as 429 is asked again when Retry-After says`);
  }),
);

test(
  ...rule('ERR-7', 'the meta of an error', async (t) => {
    const metas = (await t.api.as('nobody').listRuns()).errors.map(({ meta }) => meta);
    t.observe(metas.some((meta) => meta !== undefined) ? `meta: ${JSON.stringify(metas)}` : 'no meta');
  }),
);

test(
  ...rule('HTTP-14', 'what comes of a slash at the end', async (t) => {
    for (const path of ['/dir/document_types/', '/ai/missions/runs/']) {
      const { status } = await t.api.raw({ method: 'GET', path });
      t.observe(`GET ${path}: ${status}`);
    }
  }),
);

test(
  ...rule('HTTP-16', 'what comes of a page size that is given twice', async (t) => {
    for (const [path, name] of [
      ['/dir/document_types', 'page[size]'],
      ['/ai/missions/runs', t.target.wire.pageSize],
    ] as const) {
      const size = encodeURIComponent(name);
      const { status } = await t.api.raw({ method: 'GET', path: `${path}?${size}=1&${size}=2` });
      t.observe(`GET ${path} with the sizes 1 and 2: ${status}`);
    }
  }),
);

test(
  ...rule('VER-1', 'the base address ends in /v2, and both lists lie below it', async (t) => {
    expect(new URL(t.target.baseUrl).pathname, 'path of the base address').toMatch(/\/v2$/);
    await t.step('document types', async () => expectKnown(await t.api.listDocumentTypes()));
    await t.step('mission runs', async () => expectKnown(await t.api.listRuns()));
  }),
);

test(
  ...rule('VER-1', 'the reservation lies below the base address', { needs: ['write'] }, async (t) => {
    expectKnown(await t.api.createReservation({}));
  }),
);

test(
  ...rule('VER-1', 'the update lies below the base address', { needs: ['write', 'simNotification'] }, async (t) => {
    expectKnown(await t.api.updateNotification(t.notification.id, {}));
  }),
);

test(
  ...rule('VER-1', 'sending and reading email lie below the base address', { needs: ['send'] }, async (t) => {
    await t.step('legacy route', async () => expectKnown(await t.api.sendEmail(t.email(), { alias: true })));
    await t.step('reading', async () => expectKnown((await sendReadable(t)).read));
  }),
);

function expectKnown(answer: Answer): void {
  const isElsewhere = [404, 405, 410].includes(answer.status) || (answer.status >= 300 && answer.status < 400);
  expect(isElsewhere, `an unknown path, or one that lies elsewhere: ${answer}`).toBe(false);
}
