import { answerInstead, type Body, changeAnswer, changeBody, faultOf, parsed, refusal } from './fault.ts';

type Test = (body: Body) => unknown;

/** Refuses sends that a right service accepts. */
export const refuseSends = faultOf((when: Test, status: number = 422, code: string = '10015') =>
  answerInstead.serve(
    'send',
    ({ body }) => when(parsed(body) ?? {}),
    () => refusal(status, code),
  ),
);

/** Gives refusals of sends another status. */
export const refuseWith = faultOf((status: number, when: Test) =>
  changeAnswer.serve('send', (answer, { body }) => {
    if (answer.status >= 400 && when(parsed(body) ?? {})) answer.status = status;
  }),
);

/** Gives refusals of sends another code. */
export const refuseWithCode = faultOf((code: string, when: Test) =>
  changeAnswer.serve('send', ({ status, body: answer }, { body }) => {
    if (status >= 400 && when(parsed(body) ?? {})) answer.errors[0].code = code;
  }),
);

/** Changes sends in place before the service sees them. */
export const rewriteSends = faultOf((change: (body: Body) => unknown) =>
  changeBody.serve('send', (body) => void change(body)),
);

/** The same for sends that really mail, so that all other answers stay right. */
export const rewriteMail = faultOf((change: (body: Body) => unknown) =>
  changeBody.serve('send', (body) => void (body.sandbox_mode || change(body))),
);

/** Changes the message that a successful send answers with. */
export const showMessage = faultOf((change: (data: Body, sent: Body, body: Body) => unknown) =>
  changeAnswer.serve('send', ({ body: answer }, { body }) => {
    if (answer?.data) change(answer.data, parsed(body) ?? {}, answer);
  }),
);

/** Changes the message that reading it answers with. */
export const showRead = faultOf((change: (data: Body, body: Body) => unknown) =>
  changeAnswer.serve('getEmail', ({ body: answer }) => {
    if (answer?.data) change(answer.data, answer);
  }),
);

/** The address of a recipient in either form. */
export function addressOf(entry: Body): string {
  return String(typeof entry === 'object' && entry !== null ? entry.email : entry);
}
