import {
  declareFaults,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  fault,
  getHeader,
  goesTo,
  parseJson,
  parseObject,
  refusal,
} from './fault.ts';
import { changeKeys, getCode, getKeys, hash, isAccepted, keyed, validKey, withoutKey } from './keys.ts';

type Test = (keys: readonly string[]) => boolean;

/** Refuses keyed sends that pass a test. */
const refuseKeys = declareFaults((when: Test) =>
  keyed.serve((request, call) => (when(getKeys(request)) ? refusal(400, '10015') : call(request))),
);

/** Refuses invalid keys that pass a test with 422. */
const refuseAs422 = declareFaults((when: Test) =>
  keyed.serve(async (request, call) => {
    const answer = await call(request);
    return when(getKeys(request)) && answer.status === 400 ? refusal(422, '10015') : answer;
  }),
);

/** Changes each key on the way to the mock. */
const changeKey = declareFaults((change: (key: string) => string) => changeKeys.serve((keys) => keys.map(change)));

/** Changes the answers to keyed sends. */
const changeKeyed = declareFaults(
  (change: (answer: FaultAnswer, request: FaultRequest, callWithoutKey: () => Promise<FaultAnswer>) => unknown) =>
    keyed.serve(async (request, call) => {
      const answer = await call(request);
      const instead = await change(answer, request, async () => call(withoutKey(request)));
      return (instead || answer) as FaultAnswer;
    }),
);

/** By key the first body, for all copies of the state: callers without credentials have none of them. */
const usedKeys = new Map<string, string>();

/** Stages at which a service may find a body wrong before it looks at anything else. */
const stages: Record<string, (request: FaultRequest) => boolean> = {
  'a body other than an object': (request) => Array.isArray(parseJson(request.body)),
  'a missing required member': (request) => !('from' in (parseObject(request) ?? { from: true })),
  'a forwarding reply': (request) => typeof parseObject(request)?.forward_of_message_id === 'string',
};

/** Faults of the idempotency key itself: its header, its form, and when it is looked at. */
export const faults: readonly Fault[] = [
  fault('EMAIL-IDEM-1', 'a send without a key is refused', (request, call) =>
    goesTo('send', request) && getKeys(request).length === 0 ? refusal(400, '10015') : call(request),
  ),
  changeKeys('EMAIL-IDEM-2', 'the key header is not known', () => []),
  keyed('EMAIL-IDEM-2', 'the key header is known in one spelling only', (request, call) =>
    call(request.headers.some(([name]) => name === 'Idempotency-Key') ? request : withoutKey(request)),
  ),
  refuseKeys('EMAIL-IDEM-3', 'a key of one character is refused', ([key = '']) => key.length === 1),
  refuseKeys(['EMAIL-IDEM-3', 'EMAIL-IDEM-7'], 'a key of 255 characters is refused', ([key = '']) => {
    return key.length === 255;
  }),
  refuseKeys('EMAIL-IDEM-3', 'a key with an underscore is refused', ([key = '']) => key.includes('_')),
  refuseKeys(['EMAIL-IDEM-3', 'EMAIL-IDEM-7'], 'a key with capitals is refused', ([key = '']) => /[A-Z]/.test(key)),
  changeKeys('EMAIL-IDEM-4', 'two equal key lines count as one', (keys) => [...new Set(keys)]),
  changeKeys('EMAIL-IDEM-4', 'of several key lines the last one counts', (keys) => keys.slice(-1)),
  refuseAs422('EMAIL-IDEM-4', 'two key lines are refused with 422', (keys) => keys.length > 1),
  changeKeys(['EMAIL-IDEM-5', 'EMAIL-IDEM-4'], 'an empty key counts as none', (keys) =>
    keys.filter((key) => key.trim() !== ''),
  ),
  refuseAs422('EMAIL-IDEM-5', 'an empty key is refused with 422', (keys) => keys.length === 1 && keys[0] === ''),
  changeKey(['EMAIL-IDEM-6', 'EMAIL-IDEM-26'], 'dots and colons are allowed in a key', (key) =>
    key.replace(/[.:]/g, 'x'),
  ),
  changeKey('EMAIL-IDEM-6', 'quotes around a key are taken off', (key) => key.replace(/^"(.*)"$/, '$1')),
  changeKey(['EMAIL-IDEM-6', 'EMAIL-IDEM-26'], 'a key is cut after its valid beginning', (key) =>
    key.replace(/^([A-Za-z0-9_-]+)[^A-Za-z0-9_-].*$/, '$1'),
  ),
  changeKey('EMAIL-IDEM-6', 'letters of other alphabets are allowed in a key', (key) =>
    key.replace(/[\u00c0-\u00ff]+/g, 'x'),
  ),
  changeKey('EMAIL-IDEM-6', 'blanks are allowed in a key', (key) => key.replace(/ /g, 'x')),
  refuseAs422(['EMAIL-IDEM-6', 'EMAIL-IDEM-26'], 'a malformed key is refused with 422', (keys) => {
    return keys.length === 1 && !/^[\w-]*$/.test(keys[0] ?? '');
  }),
  changeKey('EMAIL-IDEM-7', 'a long key is cut to 255 characters', (key) => key.slice(0, 255)),
  changeKey('EMAIL-IDEM-7', 'a key of 256 characters is allowed', (key) =>
    key.length === 256 && validKey.test(key.slice(1)) ? hash(key) : key,
  ),
  changeKey('EMAIL-IDEM-7', 'a key may be of any length', (key) => (/^[\w-]{256,}$/.test(key) ? hash(key) : key)),
  refuseKeys('EMAIL-IDEM-25', 'an invalid key is refused before the credentials are looked at', (keys) => {
    return keys.length !== 1 || !validKey.test(keys[0] ?? '');
  }),
  fault('EMAIL-IDEM-25', 'the content type is looked at before the credentials', (request, call) => {
    const isJson = /json/.test(getHeader(request, 'content-type') ?? 'json');
    return goesTo('send', request) && !isJson ? refusal(415, '10015') : call(request);
  }),
  changeKeyed(
    'EMAIL-IDEM-25',
    'a used key with another body is refused before the credentials are looked at',
    (answer, request) => {
      const [key = ''] = getKeys(request);
      if (isAccepted(answer)) usedKeys.set(key, hash(request.body));
      const isReused = usedKeys.has(key) && usedKeys.get(key) !== hash(request.body);
      return answer.status === 401 && isReused && refusal(422, '10027');
    },
  ),
  changeKey('EMAIL-IDEM-30', 'letter case does not count in a key', (key) => key.toLowerCase()),
  changeKeyed(
    'EMAIL-IDEM-26',
    'a member of another type is found before the key is looked at',
    ({ status }, request, callWithoutKey) =>
      status === 400 && typeof parseObject(request)?.subject === 'number' && callWithoutKey(),
  ),
  ...Object.entries(stages).flatMap(([stage, isWrong]) => [
    changeKeyed(
      ['EMAIL-IDEM-26', 'EMAIL-IDEM-7', 'EMAIL-SUBJ-3'],
      `${stage} is found before the key is looked at`,
      ({ status }, request) => status === 400 && isWrong(request) && refusal(422, '10015'),
    ),
    changeKeyed(
      'EMAIL-IDEM-27',
      `${stage} is found before the record of the key is looked at`,
      (answer, request) => getCode(answer) === '10027' && isWrong(request) && refusal(400, '10015'),
    ),
  ]),
  changeKeyed('EMAIL-IDEM-26', 'the body is looked at before the key', async ({ status }, _, callWithoutKey) => {
    const forBody = status === 400 && (await callWithoutKey());
    return forBody && !isAccepted(forBody) && forBody;
  }),
];
