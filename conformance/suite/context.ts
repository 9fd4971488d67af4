import { Answer, type AnswerTo, MissingInAnswer } from './answer.ts';
import type { CaseLog } from './case.ts';
import { Client, type EmailRequest } from './client.ts';
import { Control } from './control.ts';
import { asFailure } from './failure.ts';
import type { Harness } from './harness.ts';
import { Mailbox, MailMissing } from './mailbox.ts';
import { couldNotBeHeld, Numbers } from './numbers.ts';
import { blocked, inconclusive, notApplicable, Signal } from './signals.ts';
import type { Target } from './target.ts';
import { TargetTime } from './time.ts';
import type { Unique } from './unique.ts';

/** Makes bodies of sends that any target accepts; overrides may be anything, and `undefined` leaves a member out. */
export interface EmailMaker {
  /** A sandbox send to one made-up recipient: safe, as nothing is delivered. */
  (overrides?: Record<string, unknown>): EmailRequest;
  /** The same without `sandbox_mode`: mail is really sent. Only for rules about delivered mail or real sends. */
  real(overrides?: Record<string, unknown>): EmailRequest;
}

/** A reservation all of whose numbers could be held. */
export interface HeldNumbers {
  answer: AnswerTo<'createNumberReservation'>;
  numbers: string[];
}

/** Everything that the body of a case is given. */
export interface Case {
  /** The client with the primary account's token; `api.as('other')` has another's. */
  api: Client;
  target: Target;
  unique: Unique;
  email: EmailMaker;
  mailbox: Mailbox;
  /** The mock's clock and holds. Reading it gives the case a copy of the state to itself. */
  control: Control;
  /** The target's time: `time.in('PT1H')`, `time.ago('P1D')`. */
  time: TargetTime;
  /** The one notification that may be changed, and one of another account. */
  notification: { id: string; foreignId: string };
  numbers: Numbers;
  /** Reserves so many numbers that nobody holds, trying other ones where some are held from before. */
  reserve(count?: number, reference?: string): Promise<HeldNumbers>;
  /** The seed of the run, for generated data. */
  seed: number;
  /** A precondition: an answer has to be a success, a promise has to hold; otherwise the case is blocked. */
  given<T>(what: T | Promise<T>, about?: string): Promise<T>;
  /** Checks one of the declared rules without ending the case; gives whether it held. */
  check: CaseLog['check'];
  /** Names a part of the case; its failures carry the name. */
  step: CaseLog['step'];
  /** Reports what was seen where nothing is judged. */
  observe(text: string): void;
  blocked(reason: string): never;
  inconclusive(reason: string): never;
  notApplicable(reason: string): never;
}

/** Makes what the body of one case is given. What costs something is made when it is first read. */
export function createCase(harness: Harness, log: CaseLog): { context: Case; end: () => Promise<void> } {
  const { target, run, transport, sideTransport, unique, silent } = harness;
  const number = ++harness.casesSoFar;
  let partition = harness.partition;
  const time = target.partitioned ? new TargetTime(target.clockOffsetMs) : harness.time;
  let control: Control | undefined;
  const currentPartition = () => partition;
  const api = new Client({ target, transport, observer: log, partition: currentPartition, silent });
  const email = emailMaker(target, unique);
  const numbers = new Numbers(target, run.dir, currentPartition);
  const sendCanary = async () => {
    const address = unique.address('canary');
    const answer = await api.sendEmail(email.real({ to: [address], subject: unique.reference('Canary') }));
    if (!answer.accepted) blocked(`a plain mail was refused: ${answer}`);
    return address;
  };

  const context: Case = {
    api,
    target,
    unique,
    email,
    numbers,
    seed: run.seed,
    mailbox: new Mailbox(target, sideTransport, currentPartition, sendCanary),
    time,
    get control() {
      if (!control) {
        if (target.partitioned) partition = `run-${run.id}-${harness.worker}-${number}`;
        control = new Control(target, sideTransport, time, partition);
      }
      return control;
    },
    get notification() {
      const { id, foreignId } = target.simNotification;
      return {
        get id() {
          return id ?? blocked('the profile lacks: simNotification: { id: UUID }');
        },
        get foreignId() {
          return foreignId ?? blocked('the profile lacks: simNotification: { foreignId: UUID }');
        },
      };
    },
    async reserve(count = 1, reference) {
      for (let attempt = 1; attempt <= 5; attempt++) {
        const wanted = numbers.take(count);
        const body = {
          ...(reference !== undefined && { customer_reference: reference }),
          phone_numbers: wanted.map((phone_number) => ({ phone_number })),
        };
        const answer = await api.createReservation(body);
        // Of numbers that are held, a service may refuse the whole request.
        if (answer.refused && attempt < 5) continue;
        await given(answer, 'a reservation of numbers of the profile');
        const entries = answer.data.phone_numbers ?? [];
        if (!entries.some((entry) => couldNotBeHeld({ ...entry }))) return { answer, numbers: wanted };
      }
      return inconclusive('the numbers of the profile are held, as it seems from earlier runs');
    },
    given,
    check: log.check.bind(log),
    step: log.step.bind(log),
    observe: (text) => log.observe(text),
    blocked,
    inconclusive,
    notApplicable,
  };
  return { context, end: async () => control?.end() };
}

async function given<T>(what: T | Promise<T>, about = 'the valid twin'): Promise<T> {
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
