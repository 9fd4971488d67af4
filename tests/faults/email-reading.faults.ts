import { changeAnswer, type Fault, type FaultRequest, fault, goesTo, json, parsed, refusal } from './fault.ts';
import { showRead } from './sends.ts';

/** Faults of the operation that reads one message. */
export const faults: readonly Fault[] = [
  {
    rule: 'EMAIL-GET-1',
    title: 'the latest message is read, whatever its id',
    begin: () => {
      let latest: string | undefined;
      return async (request, ask) => {
        if (goesTo('getEmail', request) && latest) return ask(otherId(request, latest));
        const answer = await ask(request);
        if (goesTo('send', request)) latest = parsed(answer.body)?.data?.id ?? latest;
        return answer;
      };
    },
  },
  fault(
    'EMAIL-GET-1',
    'messages that were sent can not be read',
    read(({ body }) => !body.data?.sandbox, 404),
  ),
  fault(
    'EMAIL-GET-1',
    'messages that wait for their time can not be read',
    read(({ body }) => body.data?.status === 'scheduled', 404),
  ),
  fault(
    'EMAIL-GET-1',
    'no message can be read',
    read(() => true, 404),
  ),
  fault(
    'EMAIL-GET-1',
    'the message that is read has no id',
    showRead((data) => void delete data.id),
    ['EMAIL-ANS-17'],
  ),
  fault(
    'EMAIL-GET-2',
    'the HTML body is not returned',
    showRead((data) => Object.assign(data, { html_body: null })),
  ),
  fault(
    'EMAIL-GET-2',
    'the text body is not returned',
    showRead((data) => Object.assign(data, { text_body: null })),
  ),
  fault(
    'EMAIL-GET-2',
    'neither body is there',
    showRead((data) => {
      delete data.html_body;
      delete data.text_body;
    }),
    ['EMAIL-GET-7'],
  ),
  fault(
    'EMAIL-GET-2',
    'a long body is cut off',
    showRead((data) => {
      if (data.html_body) data.html_body = data.html_body.slice(0, 5000);
    }),
  ),
  fault(
    'EMAIL-GET-2',
    'the HTML body is escaped',
    showRead((data) => {
      if (data.html_body) data.html_body = data.html_body.replaceAll('<', '&lt;');
    }),
  ),
  fault(
    'EMAIL-GET-2',
    'line breaks of the text are lost',
    showRead((data) => {
      if (data.text_body) data.text_body = data.text_body.replace(/\s+/g, ' ');
    }),
  ),
  fault(
    'EMAIL-GET-2',
    'the two bodies are exchanged',
    showRead((data) => {
      [data.html_body, data.text_body] = [data.text_body, data.html_body];
    }),
  ),
  fault(
    'EMAIL-GET-2',
    'a scheduled message has no bodies',
    showRead((data) => {
      if (data.status === 'scheduled') data.text_body = null;
    }),
  ),
  fault(
    'EMAIL-GET-3',
    'a reading is answered with 202',
    changeAnswer('getEmail', (answer) => {
      if (answer.status === 200) answer.status = 202;
    }),
  ),
  fault(
    'EMAIL-GET-3',
    'the message is the whole answer',
    changeAnswer('getEmail', ({ body }) => body.data),
  ),
  fault(
    'EMAIL-GET-3',
    'a reading does not show blind copies',
    showRead((data) => Object.assign(data, { bcc: [] })),
  ),
  fault(
    'EMAIL-GET-3',
    'a reading shows another time of creation',
    showRead((data) => {
      data.created_at = new Date().toISOString();
    }),
  ),
  fault(
    'EMAIL-GET-3',
    'a reading leaves names out',
    showRead((data) => void delete data.from.name),
  ),
  fault('EMAIL-GET-4', 'an unknown id is answered with 400', restatus(404, 400)),
  fault('EMAIL-GET-4', 'an unknown id is answered with 410', restatus(404, 410)),
  fault('EMAIL-GET-4', 'the code of an unknown id is another', recode(404, '10005')),
  fault(
    'EMAIL-GET-4',
    'an unknown id is an empty message',
    changeAnswer('getEmail', (answer) => {
      if (answer.status === 404) Object.assign(answer, { status: 200, body: { data: null } });
    }),
    ['EMAIL-GET-3'],
  ),
  foreign('a message of another account is answered with 403', 403, () => ({ code: '10010', title: 'Forbidden' })),
  foreign('the title tells a message of another account from an unknown one', 404, (error) => ({
    ...error,
    title: 'Not yours',
  })),
  foreign('a message of another account can be read', 200, () => undefined),
  fault('EMAIL-GET-6', 'an id that is no UUID is answered with 404', restatus(422, 404)),
  fault('EMAIL-GET-6', 'an id that is no UUID is answered with 400', restatus(422, 400)),
  fault('EMAIL-GET-6', 'the code of an id that is no UUID is another', recode(422, '10001')),
  fault(
    'EMAIL-GET-7',
    'a body that was not sent is empty',
    showRead((data) => {
      for (const name of ['html_body', 'text_body']) data[name] ??= '';
    }),
  ),
  fault(
    'EMAIL-GET-7',
    'a text body is made of the HTML',
    showRead((data) => {
      data.text_body ??= 'Hello';
    }),
  ),
  fault(
    'EMAIL-GET-2',
    'the bodies are gone when the mail is',
    showRead((data) => {
      if (data.status === 'sent') data.text_body = null;
    }),
  ),
  fault(
    'EMAIL-GET-3',
    'a scheduled message is read as queued',
    showRead((data) => {
      if (data.status === 'scheduled') data.status = 'queued';
    }),
  ),
  {
    rule: 'EMAIL-GET-1',
    title: 'replies can not be read',
    begin: () => {
      const replies = new Set<string>();
      return async (request, ask) => {
        const id = /\/([^/?]+)(\?|$)/.exec(request.url)?.[1] ?? '';
        if (goesTo('getEmail', request) && replies.has(id)) return refusal(404, '10001', 'Not found');
        const answer = await ask(request);
        const isReply = goesTo('send', request) && parsed(request.body)?.in_reply_to_message_id;
        if (isReply) replies.add(parsed(answer.body)?.data?.id);
        return answer;
      };
    },
  },
];

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
function read(when: (answer: { body: any }) => boolean, status: number) {
  return changeAnswer('getEmail', (answer) => {
    if (answer.status !== 200 || !when(answer)) return undefined;
    answer.status = status;
    return { errors: [{ code: '10001', title: 'Not found' }] };
  });
}

function restatus(from: number, to: number) {
  return changeAnswer('getEmail', (answer) => {
    if (answer.status === from) answer.status = to;
  });
}

function recode(status: number, code: string) {
  return changeAnswer('getEmail', ({ status: given, body }) => {
    if (given === status) body.errors[0].code = code;
  });
}

function otherId(request: FaultRequest, id: string): FaultRequest {
  return { ...request, url: request.url.replace(/[^/?]+(\?|$)/, `${id}$1`) };
}

/** A service that answers for messages of other accounts otherwise than for unknown ones. */
function foreign(title: string, status: number, change: (error: object) => object | undefined): Fault {
  return {
    rule: 'EMAIL-GET-5',
    title,
    also: ['EMAIL-ANS-17'],
    begin: () => {
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
    },
  };
}
