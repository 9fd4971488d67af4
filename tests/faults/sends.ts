import { answerInstead, changeAnswer, changeBody, parsed, refusal, type Serve } from './fault.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape, wrong ones included
type Body = any;
type Test = (body: Body) => unknown;

/** Refuses sends that a right service accepts. */
export function refuseSends(when: Test, status = 422, code = '10015'): Serve {
  return answerInstead(
    'send',
    ({ body }) => Boolean(when(parsed(body) ?? {})),
    () => refusal(status, code),
  );
}

/** Gives refusals of sends another status. */
export function refuseWith(status: number, when: Test): Serve {
  return changeAnswer('send', (answer, { body }) => {
    if (answer.status >= 400 && when(parsed(body) ?? {})) answer.status = status;
  });
}

/** Gives refusals of sends another code. */
export function refuseWithCode(code: string, when: Test): Serve {
  return changeAnswer('send', ({ status, body: answer }, { body }) => {
    if (status >= 400 && when(parsed(body) ?? {})) answer.errors[0].code = code;
  });
}

/** Changes sends before the service sees them. */
export function rewriteSends(change: (body: Body) => unknown): Serve {
  return changeBody('send', change);
}

/** The same for sends that really mail, so that all other answers stay right. */
export function rewriteMail(change: (body: Body) => unknown): Serve {
  return changeBody('send', (body) => (body.sandbox_mode ? undefined : change(body)));
}

/** Changes the message that a successful send answers with. */
export function showMessage(change: (data: Body, sent: Body, body: Body) => unknown): Serve {
  return changeAnswer('send', ({ body: answer }, { body }) => {
    if (answer?.data) change(answer.data, parsed(body) ?? {}, answer);
  });
}

/** Changes the message that reading it answers with. */
export function showRead(change: (data: Body, body: Body) => unknown): Serve {
  return changeAnswer('getEmail', ({ body: answer }) => {
    if (answer?.data) change(answer.data, answer);
  });
}

/** The address of a recipient in either form. */
export function addressOf(entry: Body): string {
  return String(typeof entry === 'object' && entry !== null ? entry.email : entry);
}
