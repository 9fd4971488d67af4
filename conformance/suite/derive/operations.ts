import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { escapeStep, spellOut } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Case } from '../api/case.ts';
import { makeTemplated } from '../api/email-members.ts';
import { wasNotTaken } from '../api/numbers.ts';
import { sendParent, sendReadable } from '../api/sending.ts';
import { findMissingNeeds } from '../target/needs.ts';
import { toWireName, toWirePath } from '../target/target.ts';
import type { Answer } from '../wire/answer.ts';
import { type Knowledge, SchemaNode, type Values } from './values.ts';
import type { Invalid } from './variants.ts';

/** Facts about an operation that the document lacks and derived requests need. */
export interface Derivation {
  needs: readonly string[];
  /** The needs of refused requests, if they are fewer. */
  refusedNeeds?: readonly string[];
  /** Known without a target. */
  knowledge: Knowledge;
  /** Known with it. */
  prepare(t: Case, kind: 'valid' | 'invalid'): Knowledge | Promise<Knowledge>;
  /** The code of a failed validation. */
  code: '10007' | '10015';
  /** A refusal that has nothing to do with the form of the request. */
  isAside?(answer: Answer): boolean;
  /** True if a success refuses the violation within its body. */
  isRefusal?(answer: Answer, variant: Invalid): boolean;
}

/** A number of a range reserved for fiction: no inventory has it, so it is never held. */
const storyNumber = '+447700900126';

/** True if half a threshold is accepted is open. */
const wholeThreshold = ['/threshold/amount', '/threshold/unit'];

const update: Derivation = {
  needs: ['write', 'simNotification'],
  // The source leaves open if an empty update is accepted, too: if that is unknown, updates have members.
  knowledge: { needed: ['/threshold', ...wholeThreshold] },
  async prepare(t) {
    const { shown, request } = await t.mustSucceed(
      t.api.readNotification(t.notification.id),
      'reading the notification',
    );
    // The source leaves open if any other card is accepted.
    const { sim_card_id: own } = shown;
    return {
      known: { id: () => t.notification.id, ...(own ? { '/sim_card_id': () => own } : {}) },
      lacking: own ? [] : ['/sim_card_id'],
      needed: [...wholeThreshold, ...(request.body === '{}' ? [] : [own ? '/sim_card_id' : '/threshold'])],
    };
  },
  code: '10015',
};

const reservation: Derivation = {
  needs: ['write'],
  knowledge: { needed: ['/phone_numbers/0/phone_number'] },
  prepare(t, kind) {
    // Numbers are scarce where they are shared, and one that can't be held need not be accepted.
    if (kind === 'valid' && !t.target.partitioned) return { lacking: ['/phone_numbers'] };
    const number = () => (t.target.partitioned ? t.numbers.next() : storyNumber);
    return { known: { '/phone_numbers/0/phone_number': number } };
  },
  code: '10007',
  isAside: ({ status }) => status === 409,
  isRefusal: (answer, { about }) => about === 'pattern' && wasNotTaken(answer),
};

const list: Derivation = {
  needs: ['read'],
  // The largest page of one of the lists is open.
  knowledge: { known: { 'page[number]': () => 1, 'page[size]': () => 7 } },
  prepare: () => ({}),
  code: '10015',
};

const email: Derivation = {
  needs: ['send'],
  knowledge: {
    // The members that an attachment needs are open.
    needed: ['/subject', '/attachments/0/content', '/attachments/0/filename'],
    // Members that exclude others, that make sense with another only, or that the source does not know.
    apart: [
      '/template_id',
      '/template_variables',
      '/forward_of_message_id',
      '/reply_to_all',
      '/sandbox_mode',
      '/attachments',
      '/inline_css',
    ],
  },
  prepare: prepareEmail,
  code: '10015',
};

const reading: Derivation = {
  needs: ['send'],
  refusedNeeds: ['read'],
  knowledge: {},
  async prepare(t, kind) {
    if (kind === 'valid') {
      const { id } = await sendReadable(t);
      return { known: { id: () => id } };
    }
    const sent = findMissingNeeds(['send'], t.target).length === 0 ? await t.api.sendEmail(t.email()) : undefined;
    return { known: { id: () => sent?.shown.id ?? t.unique.uuid() } };
  },
  code: '10015',
  isAside: ({ status }) => status === 404,
};

/** The operations that requests are derived for; flows compare each legacy route with its operation. */
export const derivations: Readonly<Partial<Record<OperationId, Derivation>>> = {
  updateSimCardDataUsageNotification: update,
  createNumberReservation: reservation,
  listDirDocumentTypes: list,
  listRecentAiMissionRuns: list,
  createEmailMessage: email,
  getEmailMessage: reading,
};

async function prepareEmail(t: Case): Promise<Knowledge> {
  const { from } = t.target.email;
  const template = t.target.email.templates?.rendered;
  const parent = await sendParent(t);
  const sender = () => from;
  const address = (local: string) => () => t.unique.address(local);
  const lists = ['to', 'cc', 'bcc'].flatMap((name) => [
    [`/${name}/0`, address(name)] as const,
    [`/${name}/0/email`, address(name)] as const,
  ]);
  const surroundings: Record<string, () => Record<string, unknown>> = {
    ...(template && { template_id: () => makeTemplated(template), template_variables: () => makeTemplated(template) }),
    reply_to_all: () => ({ in_reply_to_message_id: parent.id }),
  };
  return {
    known: {
      ...Object.fromEntries(lists),
      '/from': sender,
      '/from/email': sender,
      '/reply_to': address('replies'),
      '/reply_to/email': address('replies'),
      '/scheduled_at': () => t.time.in('PT1H'),
      '/send_at': () => t.time.in('PT2H'),
      '/in_reply_to_message_id': () => parent.id,
      // Set, it needs a scope, which is the subject of another rule.
      '/ignore_suppression': () => false,
      'Idempotency-Key': () => t.unique.key(),
      ...(template && {
        '/template_id': () => template.id,
        '/template_variables': () => template.variables ?? {},
      }),
    },
    around: (member) => JSON.parse(JSON.stringify(t.email(surroundings[member]?.()))),
    lacking: template ? [] : ['/template_id', '/template_variables'],
  };
}

/** A part of a request that varies: the body, or a parameter. */
export interface Part {
  in: 'body' | 'path' | 'query' | 'header';
  /** The name of a parameter; empty for the body. */
  name: string;
  node: SchemaNode;
}

/** The contents of a request by its parts. */
export interface Parts {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  header: Readonly<Record<string, string>>;
  body?: unknown;
}

/** The place of an operation in the document. */
export function locateOperation({ path, method }: OperationSpec): string {
  return `/paths/${escapeStep(path)}/${method}`;
}

/** The parts of the requests of an operation, parameters first. */
export function listParts({ json }: ContractDocument, operation: OperationSpec): Part[] {
  const place = locateOperation(operation);
  const at = (way: string, name?: string) => SchemaNode.at(json, spellOut(json, `${place}/${way}/schema`), name);
  const parts: Part[] = operation.parameters.map(({ in: where, name }, index) => {
    return { in: where, name, node: at(`parameters/${index}`, name) };
  });
  if (operation.body) parts.push({ in: 'body', name: '', node: at('requestBody/content/application~1json') });
  return parts;
}

/** The required parts, which make the plainest request. */
export function makePlainParts(parts: readonly Part[], values: Values): Parts {
  const plain: Parts = { path: {}, query: {}, header: {} };
  return parts
    .filter((part) => part.in === 'path' || part.in === 'body')
    .reduce((found, part) => setPart(found, part, values.make(part.node)), plain);
}

/** The same request with another value of one part. */
export function setPart(parts: Parts, part: Part, value: unknown): Parts {
  if (part.in === 'body') return { ...parts, body: value };
  return { ...parts, [part.in]: { ...parts[part.in], [part.name]: String(value) } };
}

/** Sends the request with these parts, under the names of the target. */
export function sendParts(t: Case, operation: OperationSpec, { path, query, header, body }: Parts): Promise<Answer> {
  const named = (values: Parts['query']) =>
    Object.entries(values).map(([name, value]) => [toWireName(t.target, operation.id, name), value] as const);
  const request = {
    method: operation.method.toUpperCase(),
    path: toWirePath(t.target, operation.path).replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    ),
    headers: [...named(header), ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])],
    rawQuery: named(query)
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&'),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  return t.again(() => t.eventually(() => t.api.raw(request)));
}
