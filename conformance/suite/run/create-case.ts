import { loadRegister } from '../../../spec/register.ts';
import type { Case, EmailMaker } from '../api/case.ts';
import { CaseLog } from '../api/case-log.ts';
import { Client, type EmailRequest, type RawRequest } from '../api/client.ts';
import { Control } from '../api/control.ts';
import { asFailure } from '../api/evidence.ts';
import { Mailbox, MailMissing } from '../api/mailbox.ts';
import { noteChange } from '../api/notification.ts';
import { Numbers } from '../api/numbers.ts';
import type { Unique } from '../api/unique.ts';
import { Waiting } from '../api/waiting.ts';
import { blocked, inconclusive, notApplicable, Signal } from '../outcome/signals.ts';
import { TargetTime } from '../target/clock.ts';
import { lacking } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import { createHarness, type Harness } from './harness.ts';

/** Makes the case object of one case. Its control plane is made when it is first read. */
export function createCase(harness: Harness, log: CaseLog): { t: Case; end: () => Promise<void> } {
  const { target, run, transport, sideTransport, unique, silences } = harness;
  const number = ++harness.casesSoFar;
  let partition = harness.partition;
  const time = target.partitioned ? new TargetTime(target.clockOffsetMs) : harness.time;
  let control: Control | undefined;
  const currentPartition = () => partition;
  const waiting = new Waiting(target.consistency.waitMs, harness.lateness);
  const sending = (request: RawRequest) => noteChange(target, request);
  const api = new Client({ target, transport, observer: log, partition: currentPartition, silences, sending });
  const email = emailMaker(target, unique);
  const numbers = new Numbers(target, run.id, currentPartition, time);
  const sendCanary = () =>
    log.again(async () => {
      const address = unique.address('canary');
      const answer = await api.sendEmail(email.real({ to: [address], subject: unique.reference('Canary') }));
      if (!answer.accepted) blocked(`a plain mail was refused: ${answer}`);
      return address;
    });

  const mailbox = new Mailbox(target, sideTransport, currentPartition, sendCanary, harness.delivery, log);

  const t: Case = {
    api,
    target,
    unique,
    email,
    numbers,
    seed: run.seed,
    mailbox,
    time,
    get control() {
      if (!control) {
        if (target.partitioned) partition = `run-${run.id}-${harness.worker}-${number}`;
        control = new Control(target, sideTransport, time, partition);
      }
      return control;
    },
    notification: {
      get id() {
        return target.simNotification.id ?? lacking('simNotification', target);
      },
      get foreignId() {
        return target.simNotification.foreignId ?? lacking('simNotification.foreignId', target);
      },
    },
    async reserve(count = 1) {
      const reserved = await log.again(() => numbers.reserve(api, count));
      await precondition(reserved.answer, 'a reservation of numbers of the profile');
      return reserved;
    },
    mustSucceed: precondition,
    check: log.check.bind(log),
    step: log.step.bind(log),
    each: log.each.bind(log),
    again: log.again.bind(log),
    eventually: waiting.eventually.bind(waiting),
    settle: waiting.settle.bind(waiting),
    observe: log.observe.bind(log),
    compared: log.compared.bind(log),
    chose: log.chose.bind(log),
    blocked,
    inconclusive,
    notApplicable,
  };
  const end = async () => {
    if (waiting.lateMs > 0) log.observe(`a change was read ${Math.ceil(waiting.lateMs)} ms later`);
    await control?.end();
  };
  return { t, end };
}

/** Does work with a case object outside of all cases. */
export async function outsideCases<T>(target: Target, runId: string, work: (t: Case) => Promise<T>): Promise<T> {
  const harness = createHarness({ id: runId, seed: 1 }, target, 0);
  try {
    return await work(createCase(harness, new CaseLog(loadRegister(), [], target.assumptions)).t);
  } finally {
    harness.close();
  }
}

async function precondition<T>(what: T | Promise<T>, about = 'the valid twin'): Promise<T> {
  let result: T;
  try {
    result = await what;
  } catch (error) {
    if (error instanceof Signal) throw error;
    if (error instanceof MailMissing) blocked(error.message);
    const failure = asFailure(error);
    if (failure) blocked(`${about}: expected ${failure.expected}, got ${failure.actual}`);
    throw error;
  }
  if (result instanceof Answer && result.status === 500) throw new MissingInAnswer(`${about} to be a success`, result);
  if (result instanceof Answer && !result.accepted) blocked(`${about} was refused: ${result}`);
  return result;
}

function emailMaker(target: Target, unique: Unique): EmailMaker {
  const real = (overrides: Record<string, unknown> = {}) =>
    ({
      from: target.email.from,
      to: [unique.address()],
      subject: unique.reference('Conformance'),
      text_body: 'A message of the conformance suite.',
      ...overrides,
    }) as EmailRequest;
  return Object.assign((overrides: Record<string, unknown> = {}) => real({ sandbox_mode: true, ...overrides }), {
    real,
  });
}
