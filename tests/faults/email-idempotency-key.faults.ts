import {
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  faultOf,
  goesTo,
  headerOf,
  objectIn,
  parsed,
  refusal,
} from './fault.ts';
import { changeKeys, codeOf, hash, isAccepted, keyed, keysOf, validKey, withoutKey } from './keys.ts';

/** Refuses a keyed send for which the condition holds. */
const refuseKeys = faultOf((when: (keys: readonly string[]) => boolean, answer: FaultAnswer = refusal(400, '10015')) =>
  keyed.serve(async (request, ask) => (when(keysOf(request)) ? answer : ask(request))),
);

/** The refusal of an invalid key comes out otherwise. */
const changeInvalid = faultOf((when: (keys: readonly string[]) => boolean, status: number, code: string) =>
  keyed.serve(async (request, ask) => {
    const answer = await ask(request);
    return when(keysOf(request)) && answer.status === 400 ? refusal(status, code) : answer;
  }),
);

/** By key the first body, for all copies of the state: callers without credentials have none of them. */
const usedKeys = new Map<string, string>();

/** Stages at which a service may find a body wrong before it looks at anything else. */
const stages: readonly (readonly [stage: string, isWrong: (request: FaultRequest) => boolean])[] = [
  ['a body that is not an object', (request) => Array.isArray(parsed(request.body))],
  ['a missing required member', (request) => objectIn(request) !== undefined && !('from' in (objectIn(request) ?? {}))],
  ['a reply that is a forward', (request) => typeof objectIn(request)?.forward_of_message_id === 'string'],
];

/** Faults of the idempotency key itself: its header, its form, and when it is looked at. */
export const faults: readonly Fault[] = [
  fault('EMAIL-IDEM-1', 'a send without a key is refused', async (request, ask) =>
    goesTo('send', request) && keysOf(request).length === 0 ? refusal(400, '10015') : ask(request),
  ),
  changeKeys('EMAIL-IDEM-2', 'the key header is not known', () => []),
  fault('EMAIL-IDEM-2', 'the key header is known in one spelling only', async (request, ask) => {
    const isSpelled = request.headers.some(([name]) => name === 'Idempotency-Key');
    return ask(isSpelled || !goesTo('send', request) ? request : withoutKey(request));
  }),
  refuseKeys('EMAIL-IDEM-3', 'a key of one character is refused', ([key = '']) => key.length === 1),
  refuseKeys(
    ['EMAIL-IDEM-3', 'EMAIL-IDEM-7'],
    'a key of 255 characters is refused',
    ([key = '']) => key.length === 255,
  ),
  refuseKeys('EMAIL-IDEM-3', 'a key with an underscore is refused', ([key = '']) => key.includes('_')),
  refuseKeys(['EMAIL-IDEM-3', 'EMAIL-IDEM-7'], 'a key with capitals is refused', ([key = '']) => /[A-Z]/.test(key)),
  changeKeys('EMAIL-IDEM-4', 'two equal key lines count as one', (keys) => [...new Set(keys)]),
  changeKeys('EMAIL-IDEM-4', 'of several key lines the last one counts', (keys) => keys.slice(-1)),
  changeInvalid('EMAIL-IDEM-4', 'two key lines are refused with 422', (keys) => keys.length > 1, 422, '10015'),
  changeKeys(['EMAIL-IDEM-5', 'EMAIL-IDEM-4'], 'an empty key counts as none', (keys) =>
    keys.filter((key) => key.trim() !== ''),
  ),
  changeInvalid(
    'EMAIL-IDEM-5',
    'an empty key is refused with 422',
    (keys) => keys.length === 1 && keys[0] === '',
    422,
    '10015',
  ),
  changeKeys(['EMAIL-IDEM-6', 'EMAIL-IDEM-26'], 'dots and colons are allowed in a key', (keys) =>
    keys.map((key) => key.replace(/[.:]/g, 'x')),
  ),
  changeKeys('EMAIL-IDEM-6', 'quotes around a key are taken off', (keys) =>
    keys.map((key) => key.replace(/^"(.*)"$/, '$1')),
  ),
  changeKeys(['EMAIL-IDEM-6', 'EMAIL-IDEM-26'], 'what follows the valid beginning of a key is cut off', (keys) =>
    keys.map((key) => key.replace(/^([A-Za-z0-9_-]+)[^A-Za-z0-9_-].*$/, '$1')),
  ),
  changeKeys('EMAIL-IDEM-6', 'letters of other alphabets are allowed in a key', (keys) =>
    keys.map((key) => key.replace(/[\u00c0-\u00ff]+/g, 'x')),
  ),
  changeKeys('EMAIL-IDEM-6', 'blanks are allowed in a key', (keys) => keys.map((key) => key.replace(/ /g, 'x'))),
  changeInvalid(
    ['EMAIL-IDEM-6', 'EMAIL-IDEM-26'],
    'a malformed key is refused with 422',
    (keys) => keys.length === 1 && !/^[\w-]*$/.test(keys[0] ?? ''),
    422,
    '10015',
  ),
  changeKeys('EMAIL-IDEM-7', 'a long key is cut to 255 characters', (keys) => keys.map((key) => key.slice(0, 255))),
  changeKeys('EMAIL-IDEM-7', 'a key of 256 characters is allowed', (keys) =>
    keys.map((key) => (key.length === 256 && validKey.test(key.slice(1)) ? hash(key) : key)),
  ),
  changeKeys('EMAIL-IDEM-7', 'a key may be of any length', (keys) =>
    keys.map((key) => (/^[\w-]{256,}$/.test(key) ? hash(key) : key)),
  ),
  refuseKeys(
    'EMAIL-IDEM-25',
    'an invalid key is refused before the credentials are looked at',
    (keys) => keys.length !== 1 || !validKey.test(keys[0] ?? ''),
  ),
  fault('EMAIL-IDEM-25', 'the content type is looked at before the credentials', async (request, ask) => {
    const isJson = /json/.test(headerOf(request, 'content-type') ?? 'json');
    return goesTo('send', request) && !isJson ? refusal(415, '10015') : ask(request);
  }),
  keyed(
    'EMAIL-IDEM-25',
    'a used key with another body is refused before the credentials are looked at',
    async (request, ask, key) => {
      const answer = await ask(request);
      if (isAccepted(answer)) usedKeys.set(key, hash(request.body));
      const isReused = usedKeys.has(key) && usedKeys.get(key) !== hash(request.body);
      return answer.status === 401 && isReused ? refusal(422, '10027') : answer;
    },
  ),
  changeKeys('EMAIL-IDEM-30', 'letter case does not count in a key', (keys) => keys.map((key) => key.toLowerCase())),
  keyed('EMAIL-IDEM-26', 'a member of another type is found before the key is looked at', async (request, ask) => {
    const answer = await ask(request);
    const isOther = typeof objectIn(request)?.subject === 'number';
    return answer.status === 400 && isOther ? ask(withoutKey(request)) : answer;
  }),
  ...stages.flatMap(([stage, isWrong]) => [
    keyed(
      ['EMAIL-IDEM-26', 'EMAIL-IDEM-7', 'EMAIL-SUBJ-3'],
      `${stage} is found before the key is looked at`,
      async (request, ask) => {
        const answer = await ask(request);
        return answer.status === 400 && isWrong(request) ? refusal(422, '10015') : answer;
      },
    ),
    keyed('EMAIL-IDEM-27', `${stage} is found before the record of the key is looked at`, async (request, ask) => {
      const answer = await ask(request);
      return codeOf(answer) === '10027' && isWrong(request) ? refusal(400, '10015') : answer;
    }),
  ]),
  keyed('EMAIL-IDEM-26', 'the body is looked at before the key', async (request, ask) => {
    const answer = await ask(request);
    if (answer.status !== 400) return answer;
    const forBody = await ask(withoutKey(request));
    return isAccepted(forBody) ? answer : forBody;
  }),
];
