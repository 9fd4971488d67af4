import { sendReadable } from '../suite/calls/sending.ts';
import { wirePath } from '../suite/derive/request.ts';
import { type Answer, expect, rule } from '../suite/rule.ts';
import { contract } from '../suite/wire/contract.ts';

rule('HTTP-1', 'reads and refusals are answered in JSON', async ({ api, target, unique, each }) => {
  const nobody = api.as('nobody');
  const answers: Record<string, () => Promise<Answer>> = {
    'document types': () => api.listDocumentTypes(),
    'mission runs': () => api.listRuns(),
    'mission runs refused': () => api.listRuns({ number: 0 }),
    'document types without credentials': () => nobody.listDocumentTypes(),
    'mission runs without credentials': () => nobody.listRuns(),
    'an update without credentials': () => nobody.updateNotification(unique.uuid(), {}),
    'a reservation without credentials': () => nobody.createReservation({}),
    'an email without credentials': () => nobody.sendEmail({}),
  };
  if (target.wire.emailPath !== target.wire.aliasPath) {
    answers['an email by the legacy route without credentials'] = () => nobody.sendEmail({}, { alias: true });
  }
  await each(answers, async (ask) => expectJson(await ask()));
});

rule('HTTP-1', 'a reservation is answered in JSON, also when refused', { needs: ['write'] }, async ({ api, step }) => {
  await step('made', async () => expectJson(await api.createReservation({})));
  await step('refused', async () => expectJson(await api.createReservation({ phone_numbers: 'none' })));
});

rule(
  'HTTP-1',
  'an update is answered in JSON, also when refused',
  { needs: ['write', 'simNotification'] },
  async ({ api, notification, unique, step }) => {
    await step('made', async () => expectJson(await api.updateNotification(notification.id, {})));
    await step('wrong', async () => expectJson(await api.updateNotification(notification.id, { threshold: 5 })));
    await step('unknown', async () => expectJson(await api.updateNotification(unique.uuid(), {})));
  },
);

rule('HTTP-1', 'an email is answered in JSON, also when refused', { needs: ['send'] }, async ({ api, email, step }) => {
  for (const alias of [false, true]) {
    await step(alias ? 'legacy route' : 'primary route', async () => {
      const sent = await api.sendEmail(email(), { alias });
      expectJson(sent);
      expectJson(await api.sendEmail(email({ subject: undefined }), { alias }));
      const { id } = sent.shown;
      const read = typeof id === 'string' && (await api.getEmail(id, { alias }));
      // Not every target reads by the legacy route.
      if (read && !(alias && read.status === 404)) expectJson(read);
    });
  }
});

function expectJson(answer: Answer): void {
  // A path that is no operation of the target says nothing about its operations.
  if (answer.text === '' || answer.status === 405) return;
  expect(answer.header('content-type') ?? 'none', 'content type').toMatch(/^application\/json\s*(;|$)/i);
  expect(answer.body, `a body that parses as JSON: ${answer}`).toBeDefined();
}

rule('HTTP-7', 'a path that nobody knows is answered with 404', async ({ api, unique, given, step }) => {
  await given(api.listDocumentTypes());
  const word = unique.reference('nothing');
  const requests = [
    ['GET', `/${word}`],
    ['GET', `/${word}/${unique.uuid()}`],
    ['GET', `/dir/${word}`],
    ['GET', `/dir/document_types/${word}/more`],
    ['GET', `/ai/missions/runs/${word}/more`],
    ['GET', `/email_messages/${unique.uuid()}/${word}`],
    ['POST', `/${word}`],
    ['POST', `/number_reservations/${unique.uuid()}/${word}`],
    ['PATCH', `/${word}/${unique.uuid()}`],
    ['DELETE', `/${word}/${unique.uuid()}`],
    ['PUT', `/${word}`],
  ] as const;
  for (const [method, path] of requests) {
    await step(`${method} ${path}`, async () => {
      const answer = await api.raw({ method, path, harmless: true });
      expect(answer).toRefuse(404, '10005');
      expect(answer).toHaveErrorBody();
    });
  }
});

rule('HTTP-8', 'a method that a path does not have is answered with 405 and Allow', async (given) => {
  const { api, target, unique, step } = given;
  await given.given(api.listDocumentTypes());
  const { operations } = contract().document;
  for (const operation of operations) {
    const path = wirePath(target.wire, operation).replace(/\{\w+\}/g, unique.uuid());
    const declared = operations.filter((one) => one.path === operation.path).map((one) => one.method.toUpperCase());
    for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']) {
      // Nothing that exists is addressed by DELETE, should a deployment have it after all.
      if (declared.includes(method) || (method === 'DELETE' && declared.includes('POST'))) continue;
      await step(`${method} ${path}`, async () => {
        const answer = await api.raw({ method, path, harmless: true });
        expect(answer).toRefuse(405, '10007');
        expect(answer).toHaveErrorBody();
        const allowed = (answer.header('allow') ?? '').split(',').map((name) => name.trim().toUpperCase());
        for (const one of declared) expect(allowed, 'Allow').toContain(one);
        expect(allowed, 'Allow').not.toContain(method);
      });
    }
  }
});

rule('HTTP-13', 'a read is answered, and waited for when the target is busy', async ({ api, observe }) => {
  const { status } = await api.listDocumentTypes();
  observe(`answered with ${status}; what comes as 429 is asked again when Retry-After says`);
});

rule('HTTP-14', 'what comes of a slash at the end', async ({ api, observe }) => {
  for (const path of ['/dir/document_types/', '/ai/missions/runs/']) {
    const { status } = await api.raw({ method: 'GET', path });
    observe(`GET ${path}: ${status}`);
  }
});

rule('HTTP-16', 'what comes of a page size that is given twice', async ({ api, target, observe }) => {
  for (const [path, name] of [
    ['/dir/document_types', 'page[size]'],
    ['/ai/missions/runs', target.wire.pageSize],
  ] as const) {
    const size = encodeURIComponent(name);
    const { status } = await api.raw({ method: 'GET', path: `${path}?${size}=1&${size}=2` });
    observe(`GET ${path} with the sizes 1 and 2: ${status}`);
  }
});

rule('VER-1', 'the base address ends in /v2, and both lists lie below it', async ({ api, target, step }) => {
  expect(new URL(target.baseUrl).pathname, 'path of the base address').toMatch(/\/v2$/);
  await step('document types', async () => expectKnown(await api.listDocumentTypes()));
  await step('mission runs', async () => expectKnown(await api.listRuns()));
});

rule('VER-1', 'the reservation lies below the base address', { needs: ['write'] }, async ({ api }) => {
  expectKnown(await api.createReservation({}));
});

rule('VER-1', 'the update lies below the base address', { needs: ['write', 'simNotification'] }, async (given) => {
  expectKnown(await given.api.updateNotification(given.notification.id, {}));
});

rule('VER-1', 'sending and reading email lie below the base address', { needs: ['send'] }, async (given) => {
  const { api, email, step } = given;
  await step('legacy route', async () => expectKnown(await api.sendEmail(email(), { alias: true })));
  await step('reading', async () => expectKnown((await sendReadable(given)).read));
});

function expectKnown(answer: Answer): void {
  const isElsewhere = [404, 405, 410].includes(answer.status) || (answer.status >= 300 && answer.status < 400);
  expect(isElsewhere, `an unknown path, or one that lies elsewhere: ${answer}`).toBe(false);
}
