import { changeAnswer, changeStatus, replace, shows, unwrap } from './changes.ts';
import {
  type Body,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  getId,
  goesTo,
  json,
  parseJson,
  type Rules,
  refusal,
  stateful,
} from './fault.ts';
import { read } from './sends.ts';

/** Declares a fault of reading messages for which a send passed a test. */
const afterSends = (
  rules: Rules,
  title: string,
  isMeant: (sent: Body) => unknown,
  readMessage: (call: () => Promise<FaultAnswer>, id: string) => FaultAnswer | Promise<FaultAnswer>,
) =>
  stateful(rules, title, () => {
    const made = new Set<string>();
    return async (request, call) => {
      if (goesTo('getEmail', request) && made.has(getId(request)))
        return readMessage(() => call(request), getId(request));
      const answer = await call(request);
      const id = parseJson(answer.body)?.data?.id;
      if (goesTo('send', request) && id && isMeant(parseJson(request.body))) made.add(id);
      return answer;
    };
  });

/** Answers unknown ids with another error, if the message is one of another account. */
const foreign = (title: string, status: number, change: (body: Body, id: string) => unknown) =>
  afterSends(
    ['EMAIL-GET-5', 'EMAIL-ANS-17', 'ERR-13'],
    title,
    () => true,
    async (call, id) => {
      const answer = await call();
      return answer.status === 404 ? json(status, change(parseJson(answer.body), id), answer.headers) : answer;
    },
  );

/** Refuses the reading of messages that pass a test. */
const unreadable = (title: string, test: (data: Body) => unknown) =>
  changeAnswer('EMAIL-GET-1', title, 'getEmail', (answer) => {
    if (answer.status !== 200 || !test(answer.body.data)) return undefined;
    answer.status = 404;
    return { errors: [{ code: '10001', title: 'Not found' }] };
  });

const withId = (request: FaultRequest, id: string) => ({
  ...request,
  url: request.url.replace(/[^/?]+(\?|$)/, `${id}$1`),
});
const unknown = shows('getEmail', 'errors.0', (status) => status === 404);
const malformed = shows('getEmail', 'errors.0', (status) => status === 422);

/** Faults of the operation that reads one message. */
export const faults: readonly Fault[] = [
  stateful('EMAIL-GET-1', 'every id reads the latest message', () => {
    let latest: string | undefined;
    return async (request, call) => {
      if (goesTo('getEmail', request) && latest) return call(withId(request, latest));
      const answer = await call(request);
      if (goesTo('send', request)) latest = parseJson(answer.body)?.data?.id ?? latest;
      return answer;
    };
  }),
  unreadable('messages that wait for their time can not be read', ({ status }) => status === 'scheduled'),
  unreadable('no message can be read', () => true),
  afterSends(
    'EMAIL-GET-1',
    'replies can not be read',
    (sent) => sent?.in_reply_to_message_id,
    () => {
      return refusal(404, '10001', 'Not found');
    },
  ),
  read(['EMAIL-GET-1', 'EMAIL-ANS-17'], 'the read message has no id', { id: undefined }),
  read('EMAIL-GET-2', 'the HTML body is not returned', { html_body: null }),
  read(['EMAIL-GET-2', 'EMAIL-GET-7'], 'neither body is there', { html_body: undefined, text_body: undefined }),
  read('EMAIL-GET-2', 'a long body is cut off', { html_body: (html) => html.slice(0, 5000) }),
  read('EMAIL-GET-2', 'the HTML body is escaped', { html_body: (html) => html.replaceAll('<', '&lt;') }),
  read('EMAIL-GET-2', 'line breaks of the text are lost', { text_body: (text) => text.replace(/\s+/g, ' ') }),
  ...Object.entries({
    'a scheduled message has no bodies': 'scheduled',
    'the bodies are gone when the mail is': 'sent',
  }).map(([title, gone]) =>
    read('EMAIL-GET-2', title, { text_body: (text, { status }) => (status === gone ? null : text) }),
  ),
  changeStatus('EMAIL-GET-3', 'a reading is answered with 202', 'getEmail', 200, 202),
  unwrap('EMAIL-GET-3', 'the message is the whole answer', 'getEmail'),
  read('EMAIL-GET-3', 'a reading does not show blind copies', { bcc: [] }),
  read('EMAIL-GET-3', 'a reading shows another time of creation', { created_at: () => new Date().toISOString() }),
  read('EMAIL-GET-3', 'a reading leaves names out', { 'from.name': undefined }),
  read('EMAIL-GET-3', 'a scheduled message is read as queued', { status: replace('scheduled', 'queued') }),
  changeStatus(['EMAIL-GET-4', 'ERR-13'], 'an unknown id is answered with 400', 'getEmail', 404, 400),
  unknown('EMAIL-GET-4', 'the code of an unknown id is another', { code: '10005' }),
  changeAnswer(['EMAIL-GET-4', 'EMAIL-GET-3'], 'an unknown id is an empty message', 'getEmail', (answer) => {
    if (answer.status === 404) Object.assign(answer, { status: 200, body: { data: null } });
  }),
  foreign('a message of another account is answered with 403', 403, () => ({
    errors: [{ code: '10010', title: 'Forbidden' }],
  })),
  foreign('a message of another account has another title', 404, ({ errors: [error] }) => ({
    errors: [{ ...error, title: 'Not yours' }],
  })),
  foreign('a message of another account can be read', 200, (_, id) => ({ data: { id } })),
  changeStatus('EMAIL-GET-6', 'a non-UUID id is answered with 404', 'getEmail', 422, 404),
  malformed('EMAIL-GET-6', 'a non-UUID id has another code', { code: '10001' }),
  read('EMAIL-GET-7', 'an omitted body is empty', (data) => {
    for (const name of ['html_body', 'text_body']) data[name] ??= '';
  }),
  read('EMAIL-GET-7', 'a text body is made of the HTML', (data) => {
    data.text_body ??= 'Hello';
  }),
];
