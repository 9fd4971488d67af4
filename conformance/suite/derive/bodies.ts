import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { Case } from '../calls/case.ts';
import { expect } from '../calls/expect.ts';
import type { Answer } from '../wire/answer.ts';
import { beginWith, type Charge, type Kind } from './kind.ts';
import { requestOf } from './request.ts';

/** Bodies that are not what the contract calls JSON are refused: broken, of another type, or absent where one is required. */
export const unreadableBodies: Kind = {
  title: 'a body that can not be read is refused',
  needs: ({ derivation }) => derivation.needs,
  rules({ operation, derivation: { bodiless } }) {
    if (!operation.body) return [];
    const absent: (RuleId | undefined)[] = bodiless ? [bodiless.refused, bodiless.status400] : [];
    return ['HTTP-3', 'HTTP-4', 'HTTP-5', 'HTTP-6', ...absent.filter((id) => id !== undefined)];
  },
  async run(given, subject, charge) {
    const { code, bodiless } = subject.derivation;
    const { plain } = await beginWith(given, subject, 'invalid');
    const request = requestOf(given.target, subject.operation, plain);
    await given.given(given.api.raw(request));
    const send: Send = (body, type = 'application/json') =>
      given.api.raw({ ...request, body, headers: [['Content-Type', type]] });
    await refuseBroken(given, String(request.body), send, code, charge);
    await refuseForeign(given, String(request.body), send, code, charge);
    if (!bodiless) return;
    const { refused, status400 } = bodiless;
    await given.step('no body', async () => {
      const answer = await given.api.raw({ method: request.method, path: request.path });
      if (charge(refused, () => expect(answer).toRefuse()) && status400)
        charge(status400, () => expect(answer).toRefuse(400));
    });
  },
};

type Send = (bytes: string, type?: string) => Promise<Answer>;

/** What is no JSON is refused: a good text that is broken in one place, and others. */
export async function refuseBroken({ each }: Case, text: string, send: Send, code: string, charge: Charge) {
  await each(brokenJson(text), async (bytes) => {
    const answer = await send(bytes);
    if (charge('HTTP-3', () => expect(answer).toRefuse())) charge('HTTP-4', () => expect(answer).toRefuse(400, code));
  });
}

function brokenJson(text: string): Record<string, string> {
  const inner = text.slice(0, -1);
  const texts = {
    'the last brace missing': inner,
    'an opening brace': '{',
    'a comma before the end': `${inner},}`,
    'single quotes': text.replaceAll('"', "'"),
    'names without quotes': text.replace(/"(\w+)":/g, '$1:'),
    'text after the end': `${text} x`,
    'a second object': `${text}${text}`,
    'a comment': `/* */${text}`,
    words: 'this is no JSON',
    'a form': 'customer_reference=x&threshold=y',
  };
  // Of an object without members some are no other text.
  return Object.fromEntries(Object.entries(texts).filter(([, broken]) => broken !== text));
}

/** What is sent as no JSON is refused. That well-formed JSON is refused for its label alone is no more than the assumption says. */
export async function refuseForeign({ step }: Case, text: string, send: Send, code: string, charge: Charge) {
  for (const [type, bytes] of Object.entries(foreignBodies)) {
    const isRefused = await step(type, async () => {
      const answer = await send(bytes, type);
      const isRefused = charge('HTTP-5', () => expect(answer).toRefuse());
      if (isRefused) charge('HTTP-6', () => expect(answer).toRefuse(415, code));
      return isRefused;
    });
    if (!isRefused) continue;
    await step(`${type}, JSON in it`, async () => {
      const answer = await send(text, type);
      charge('HTTP-6', () => expect(answer).toRefuse(415, code));
    });
  }
}

const foreignBodies = {
  'application/x-www-form-urlencoded': 'customer_reference=x&subject=y',
  'text/plain': 'A text.',
  'application/xml': '<request><subject>x</subject></request>',
  'multipart/form-data; boundary=x': '--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\nx\r\n--x--\r\n',
  'application/octet-stream': '\u0000\u0001\u0002',
};
