import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { expect } from '../calls/expect.ts';
import { beginWith, type Kind } from './kind.ts';
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
    const text = String(request.body);
    await given.each(brokenJson(text), async (body) => {
      const answer = await given.api.raw({ ...request, body });
      if (charge('HTTP-3', () => expect(answer).toRefuse())) charge('HTTP-4', () => expect(answer).toRefuse(400, code));
    });
    await given.each(foreignBodies, async (body, type) => {
      const answer = await given.api.raw({ ...request, body, headers: [['Content-Type', type]] });
      if (charge('HTTP-5', () => expect(answer).toRefuse())) charge('HTTP-6', () => expect(answer).toRefuse(415, code));
    });
    if (!bodiless) return;
    const { refused, status400 } = bodiless;
    await given.step('no body', async () => {
      const answer = await given.api.raw({ method: request.method, path: request.path });
      if (charge(refused, () => expect(answer).toRefuse()) && status400)
        charge(status400, () => expect(answer).toRefuse(400));
    });
  },
};

/** A good text, broken in one place. */
function brokenJson(text: string): Record<string, string> {
  const inner = text.slice(0, -1);
  return {
    'the last brace missing': inner,
    'cut off in the middle': text.slice(0, Math.ceil(text.length / 2)),
    'a comma before the end': `${inner},}`,
    'text after the end': `${text}x`,
    'names in single quotes': text.length > 2 ? text.replace(/"(\w+)":/, "'$1':") : "{'a':1}",
    'no JSON at all': 'no JSON',
  };
}

const foreignBodies: Record<string, string> = {
  'text/plain': 'A text.',
  'application/x-www-form-urlencoded': 'conformance=unknown',
  'application/xml': '<conformance/>',
  'multipart/form-data; boundary=x': '--x\r\nContent-Disposition: form-data; name="conformance"\r\n\r\n1\r\n--x--\r\n',
};
