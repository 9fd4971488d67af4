import {
  type Body,
  changeAnswer,
  changeStatus,
  type Fault,
  type FaultRequest,
  faultOf,
  goesTo,
  json,
  parsed,
  refusal,
  stateful,
} from './fault.ts';
import { showRead } from './sends.ts';

const read = faultOf((when: (answer: { body: Body }) => boolean, status: number) =>
  changeAnswer.serve('getEmail', (answer) => {
    if (answer.status !== 200 || !when(answer)) return undefined;
    answer.status = status;
    return { errors: [{ code: '10001', title: 'Not found' }] };
  }),
);

const recode = faultOf((status: number, code: string) =>
  changeAnswer.serve('getEmail', ({ status: received, body }) => {
    if (received === status) body.errors[0].code = code;
  }),
);

/** Faults of the operation that reads one message. */
export const faults: readonly Fault[] = [
  stateful('EMAIL-GET-1', 'the latest message is read, whatever its id', () => {
    let latest: string | undefined;
    return async (request, ask) => {
      if (goesTo('getEmail', request) && latest) return ask(otherId(request, latest));
      const answer = await ask(request);
      if (goesTo('send', request)) latest = parsed(answer.body)?.data?.id ?? latest;
      return answer;
    };
  }),
  read(
    'EMAIL-GET-1',
    'messages that wait for their time can not be read',
    ({ body }) => body.data?.status === 'scheduled',
    404,
  ),
  read('EMAIL-GET-1', 'no message can be read', () => true, 404),
  showRead(['EMAIL-GET-1', 'EMAIL-ANS-17'], 'the message that is read has no id', (data) => void delete data.id),
  showRead('EMAIL-GET-2', 'the HTML body is not returned', (data) => Object.assign(data, { html_body: null })),
  showRead(['EMAIL-GET-2', 'EMAIL-GET-7'], 'neither body is there', (data) => {
    delete data.html_body;
    delete data.text_body;
  }),
  showRead('EMAIL-GET-2', 'a long body is cut off', (data) => {
    if (data.html_body) data.html_body = data.html_body.slice(0, 5000);
  }),
  showRead('EMAIL-GET-2', 'the HTML body is escaped', (data) => {
    if (data.html_body) data.html_body = data.html_body.replaceAll('<', '&lt;');
  }),
  showRead('EMAIL-GET-2', 'line breaks of the text are lost', (data) => {
    if (data.text_body) data.text_body = data.text_body.replace(/\s+/g, ' ');
  }),
  showRead('EMAIL-GET-2', 'a scheduled message has no bodies', (data) => {
    if (data.status === 'scheduled') data.text_body = null;
  }),
  changeStatus('EMAIL-GET-3', 'a reading is answered with 202', 'getEmail', 200, 202),
  changeAnswer('EMAIL-GET-3', 'the message is the whole answer', 'getEmail', ({ body }) => body.data),
  showRead('EMAIL-GET-3', 'a reading does not show blind copies', (data) => Object.assign(data, { bcc: [] })),
  showRead('EMAIL-GET-3', 'a reading shows another time of creation', (data) =>
    Object.assign(data, { created_at: new Date().toISOString() }),
  ),
  showRead('EMAIL-GET-3', 'a reading leaves names out', (data) => void delete data.from.name),
  changeStatus(['EMAIL-GET-4', 'ERR-13'], 'an unknown id is answered with 400', 'getEmail', 404, 400),
  recode('EMAIL-GET-4', 'the code of an unknown id is another', 404, '10005'),
  changeAnswer(['EMAIL-GET-4', 'EMAIL-GET-3'], 'an unknown id is an empty message', 'getEmail', (answer) => {
    if (answer.status === 404) Object.assign(answer, { status: 200, body: { data: null } });
  }),
  foreign('a message of another account is answered with 403', 403, () => ({ code: '10010', title: 'Forbidden' })),
  foreign('a message of another account has another title', 404, (error) => ({
    ...error,
    title: 'Not yours',
  })),
  foreign('a message of another account can be read', 200, () => undefined),
  changeStatus('EMAIL-GET-6', 'an id that is no UUID is answered with 404', 'getEmail', 422, 404),
  recode('EMAIL-GET-6', 'the code of an id that is no UUID is another', 422, '10001'),
  showRead('EMAIL-GET-7', 'a body that was not sent is empty', (data) => {
    for (const name of ['html_body', 'text_body']) data[name] ??= '';
  }),
  showRead('EMAIL-GET-7', 'a text body is made of the HTML', (data) => {
    data.text_body ??= 'Hello';
  }),
  showRead('EMAIL-GET-2', 'the bodies are gone when the mail is', (data) => {
    if (data.status === 'sent') data.text_body = null;
  }),
  showRead('EMAIL-GET-3', 'a scheduled message is read as queued', (data) => {
    if (data.status === 'scheduled') data.status = 'queued';
  }),
  stateful('EMAIL-GET-1', 'replies can not be read', () => {
    const replies = new Set<string>();
    return async (request, ask) => {
      const id = /\/([^/?]+)(\?|$)/.exec(request.url)?.[1] ?? '';
      if (goesTo('getEmail', request) && replies.has(id)) return refusal(404, '10001', 'Not found');
      const answer = await ask(request);
      const isReply = goesTo('send', request) && parsed(request.body)?.in_reply_to_message_id;
      if (isReply) replies.add(parsed(answer.body)?.data?.id);
      return answer;
    };
  }),
];

function otherId(request: FaultRequest, id: string): FaultRequest {
  return { ...request, url: request.url.replace(/[^/?]+(\?|$)/, `${id}$1`) };
}

/** A service that answers for messages of other accounts otherwise than for unknown ones. */
function foreign(title: string, status: number, change: (error: object) => object | undefined): Fault {
  return stateful(['EMAIL-GET-5', 'EMAIL-ANS-17', 'ERR-13'], title, () => {
    const made = new Set<string>();
    return async (request, ask) => {
      const answer = await ask(request);
      const body = parsed(answer.body);
      if (goesTo('send', request) && body?.data) made.add(body.data.id);
      const id = /\/([^/?]+)(\?|$)/.exec(request.url)?.[1] ?? '';
      if (!goesTo('getEmail', request) || answer.status !== 404 || !made.has(id)) return answer;
      const error = change(body.errors[0]);
      return json(status, error ? { errors: [error] } : { data: { id } }, answer.headers);
    };
  });
}
