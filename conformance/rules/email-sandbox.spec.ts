import { deliver, sendParent } from '../suite/calls/sending.ts';
import { expect, rule } from '../suite/rule.ts';

rule(
  ['EMAIL-SAND-1', 'EMAIL-SAND-2'],
  'a send asks for the sandbox with `sandbox_mode: true`, and its answer says so',
  async ({ api, email, check, given, again, time }) => {
    const send = (overrides = {}) => again(() => api.sendEmail(email.real(overrides)));
    const plain = await given(send(), 'a send');
    const off = await given(send({ sandbox_mode: false }), 'a send with `sandbox_mode: false`');
    const on = await given(send({ sandbox_mode: true }), 'a send with `sandbox_mode: true`');
    const asText = await send({ sandbox_mode: 'yes' });
    const marksOf = ({ data }: typeof on) => ({ status: data.status, sandbox: data.sandbox });
    check('EMAIL-SAND-1', () => {
      // Whether a text stands for true is open; a word that is read and not understood would be sent for real.
      if (!asText.refused)
        expect(marksOf(asText), 'what marks a message with `sandbox_mode: "yes"`, which is accepted').toEqual(
          marksOf(on),
        );
      expect(marksOf(on), 'what marks a sandboxed message').not.toEqual(marksOf(plain));
      expect(marksOf(off), 'what marks a message with `sandbox_mode: false`').toEqual(marksOf(plain));
    });
    check('EMAIL-SAND-2', () => expect(marksOf(on)).toEqual({ status: 'sandbox', sandbox: true }));
    for (const { data } of [plain, off]) {
      check('EMAIL-SAND-2', () =>
        expect(data.sandbox ?? false, 'sandbox of a message that was really sent').toBe(false),
      );
    }
    for (const scheduled_at of [time.in('PT1H'), time.ago('PT1H')]) {
      const { data } = await given(send({ sandbox_mode: true, scheduled_at }), 'a sandbox send with a time');
      check('EMAIL-SAND-2', () => expect(data).toMatchObject({ status: 'sandbox', sandbox: true }));
    }
    for (const way of [{ in_reply_to_message_id: plain.data.id }, { forward_of_message_id: plain.data.id }]) {
      const answer = await send({ sandbox_mode: true, ...way });
      check('EMAIL-SAND-2', () => {
        if (answer.accepted) expect(answer.data).toMatchObject({ status: 'sandbox', sandbox: true });
      });
    }
  },
);

rule('EMAIL-SAND-3', 'a sandboxed message is never delivered, in whatever way it is made', async (the) => {
  const { api, email, unique, mailbox, time, target, given, again } = the;
  const control = target.control && the.control;
  const parent = await sendParent(the);
  const addresses: string[] = [];
  const fresh = () => {
    const address = unique.address('sandboxed');
    addresses.push(address);
    return address;
  };
  const ways = [
    {},
    { cc: [fresh()], bcc: [fresh()] },
    { in_reply_to_message_id: parent.id },
    { forward_of_message_id: unique.uuid() },
    { scheduled_at: time.ago('PT1H') },
    { scheduled_at: time.in('PT1H') },
  ];
  const send = (body: object, options = {}) => again(() => api.sendEmail(email({ to: [fresh()], ...body }), options));
  const sends = [...ways.map((way) => send(way)), send({}, { alias: true }), send({}, { key: unique.key() })];
  for (const answer of await Promise.all(sends)) await given(answer, 'a sandbox send');
  if (control) await control.advance('PT2H');
  await mailbox.settle();
  for (const address of addresses) {
    expect(await mailbox.current(address), `mails of a sandbox send to ${address}`).toHaveLength(0);
  }
});

rule(
  'EMAIL-SAND-1',
  'a message with `sandbox_mode: false` is delivered',
  { needs: ['send', 'outbox'], thorough: true },
  async (the) => {
    await the.given(the.api.sendEmail(the.email()), 'a sandbox send');
    await deliver(the);
    const address = the.unique.address();
    expect(await the.api.sendEmail(the.email.real({ to: [address], sandbox_mode: false }))).toAccept();
    await the.mailbox.find(address);
  },
);
