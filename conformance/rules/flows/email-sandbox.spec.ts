import { sendParent } from '../../suite/api/sending.ts';
import { expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule(['EMAIL-SAND-1', 'EMAIL-SAND-2'], '`sandbox_mode: true` sends in the sandbox', async (t) => {
    const send = (members = {}) => t.again(() => t.api.sendEmail(t.email.real(members)));
    const plain = await t.mustSucceed(send(), 'a send');
    if (t.target.refusesSandbox)
      t.check('EMAIL-SAND-1', async () => expect(await send({ sandbox_mode: true })).toAccept());
    const off = await t.mustSucceed(send({ sandbox_mode: false }), 'a send with `sandbox_mode: false`');
    const on = await t.mustSucceed(send({ sandbox_mode: true }), 'a send with `sandbox_mode: true`');
    const asText = await send({ sandbox_mode: 'yes' });
    const marksOf = ({ data }: typeof on) => ({ status: data.status, sandbox: data.sandbox });
    t.check('EMAIL-SAND-1', () => {
      // The source leaves open if a text counts as true; a text that the target ignores would send real mail.
      if (!asText.refused) expect(marksOf(asText), 'the marks of an accepted "yes"').toEqual(marksOf(on));
      expect(marksOf(on), 'the marks of a sandboxed message').not.toEqual(marksOf(plain));
      expect(marksOf(off), 'the marks of a message with `sandbox_mode: false`').toEqual(marksOf(plain));
    });
    for (const { data } of [plain, off])
      t.check('EMAIL-SAND-2', () =>
        expect(data.sandbox ?? false, 'a real send is shown as one of the sandbox').toBe(false),
      );
    const { id } = plain.data;
    const times = [t.time.in('PT1H'), t.time.ago('PT1H')].map((scheduled_at) => ({ scheduled_at }));
    const ways = [{}, ...times, { in_reply_to_message_id: id }, { forward_of_message_id: id }];
    for (const way of ways) {
      const answer = await t.eventually(() => send({ sandbox_mode: true, ...way }));
      t.check('EMAIL-SAND-2', () => {
        // The source leaves open if the sandbox takes replies and forwards.
        if (answer.accepted) expect(answer.data).toMatchObject({ status: 'sandbox', sandbox: true });
      });
    }
  }),
);

test(
  ...rule('EMAIL-SAND-3', 'a sandboxed message is never delivered', async (t) => {
    const control = t.target.control && t.control;
    const parent = await sendParent(t);
    const addresses: string[] = [];
    const fresh = () => {
      const address = t.unique.address('sandboxed');
      addresses.push(address);
      return address;
    };
    const ways = [
      {},
      { cc: [fresh()], bcc: [fresh()] },
      { in_reply_to_message_id: parent.id },
      { forward_of_message_id: t.unique.uuid() },
      { scheduled_at: t.time.ago('PT1H') },
      { scheduled_at: t.time.in('PT1H') },
    ];
    const send = (body: object, options = {}) =>
      t.again(() =>
        t.eventually(() => t.api.sendEmail(t.email({ to: [fresh()], sandbox_mode: true, ...body }), options)),
      );
    const sends = [...ways.map((way) => send(way)), send({}, { alias: true }), send({}, { key: t.unique.key() })];
    for (const answer of await Promise.all(sends)) await t.mustSucceed(answer, 'a sandbox send');
    if (control) await control.advance('PT2H');
    await t.mailbox.settle();
    for (const address of addresses) expect(await t.mailbox.current(address), 'sandboxed').toHaveMails(0);
  }),
);
