import type { ContractDocument } from '../document.ts';
import { type Choices, ours } from '../generated/choices.ts';
import { pointerStep } from '../pointer.ts';
import { nodeAt } from '../trace.ts';
import type { OperationId } from '../types.ts';
import { type Action, drop, makeOptional, merge } from './action.ts';
import type { Deployment } from './deployment.ts';
import { type ListPages, listOperations, pagesOf } from './list-pages.ts';

const ADDRESS = String.raw`[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\.]+(\.[^\s@<>()\[\],;:"\\.]+)+`;

const amounts: Record<Choices['amountGrammar'], string> = {
  plain: String.raw`^\d+(\.\d+)?$`,
  signed: String.raw`^[+-]?\d+(\.\d+)?$`,
  pointed: String.raw`^(\d+\.?\d*|\.\d+)$`,
  loose: String.raw`^[+-]?(\d+\.?\d*|\.\d+)$`,
};

/** The choices of a deployment that a document can say: what requests may carry, and the names on the wire. */
export function choiceActions({ choices: chosen }: Deployment, document: ContractDocument): Action[] {
  const choices: Choices = { ...ours, ...chosen };
  return [
    ...listOperations.flatMap((list) => pageActions(list, choices, document)),
    ...bodyActions(choices, document),
    ...emailActions(choices, document),
    ...emailNameActions(choices, document),
    ...messageActions(choices, document),
  ];
}

/** What a list says of its parameters for pages, and what these are called. */
function pageActions(list: (typeof listOperations)[number], choices: Choices, document: ContractDocument): Action[] {
  const [chosen, own] = [pagesOf(list, choices), pagesOf(list, ours)];
  const [size, number] = [parameterAt(document, list, own.size), parameterAt(document, list, own.number)];
  const read = (at: string, words: readonly ListPages['noInteger'][]) =>
    words.includes(chosen.noInteger) && merge(`${at}/schema`, { type: ['integer', 'string'] });
  return [
    set(`${size}/schema`, 'default', chosen.fallback, own.fallback),
    set(`${size}/schema`, 'maximum', chosen.largest, own.largest),
    chosen.above !== own.above && drop(`${size}/schema/maximum`),
    chosen.ofNothing !== 'refused' &&
      (chosen.negative === 'refused' ? merge(`${size}/schema`, { minimum: 0 }) : drop(`${size}/schema/minimum`)),
    chosen.before !== own.before && drop(`${number}/schema/minimum`),
    read(size, ['default', 'sizeDefault']),
    read(number, ['default', 'numberDefault']),
    set(number, 'name', chosen.number, own.number),
    set(size, 'name', chosen.size, own.size),
  ].filter((action) => action !== false);
}

function bodyActions(choices: Choices, { json }: ContractDocument): Action[] {
  const statuses = '/components/schemas/ReservationStatus';
  const known = nodeAt(json, `${statuses}/enum`) as string[];
  const words = [...new Set([choices.partlyHeld, choices.noneHeld])].filter((word) => !known.includes(word));
  const closed = { additionalProperties: false, 'x-request-rule': { additionalProperties: 'HTTP-10' } };
  const bodies = [
    ['SimCardDataUsageNotification', choices.updateUnknownMembers],
    ['NumberReservationRequest', choices.reservationUnknownMembers],
    ['EmailMessageRequest', choices.emailUnknownMembers],
  ] as const;
  return [
    ...bodies.map(([name, unknown]) => unknown === 'refused' && merge(`/components/schemas/${name}`, closed)),
    choices.missingNumber === 'refused' &&
      merge('/components/schemas/NumberReservationRequest/properties/phone_numbers/items', {
        required: ['phone_number'],
        'x-request-rule': { required: 'RSV-24' },
      }),
    words.length > 0 && merge(statuses, { enum: words }),
    set('/components/schemas/Threshold/properties/amount', 'pattern', amounts[choices.amountGrammar], amounts.plain),
  ].filter((action) => action !== false);
}

/** The members without which attachments are refused. */
const neededOfAttachments: Partial<Record<Choices['attachments'], readonly string[]>> = {
  complete: ['content', 'filename'],
  content: ['content'],
};

const anyType = ['string', 'number', 'boolean', 'null', 'object', 'array'];

function emailActions(choices: Choices, { json }: ContractDocument): Action[] {
  const request = '/components/schemas/EmailMessageRequest';
  const nullable = [
    ['in_reply_to_message_id', choices.nullReferences, 'EMAIL-THREAD-20'],
    ['forward_of_message_id', choices.nullReferences, 'EMAIL-THREAD-20'],
    ['group_id', choices.nullReferences, 'EMAIL-THREAD-20'],
    ['reply_to_all', choices.nullReplyAll, 'EMAIL-THREAD-18'],
  ] as const;
  const header = `${request}/properties/headers/additionalProperties`;
  const attachment = '/components/schemas/Attachment';
  const required = neededOfAttachments[choices.attachments] ?? [];
  const typeOf = (name: string) => (nodeAt(json, `${request}/properties/${name}/type`) as string[])[0];
  return [
    choices.missingSender === 'accepted' && makeOptional(request, 'from'),
    ...(choices.recipients === 'anyList'
      ? [makeOptional(request, 'to'), drop(`${request}/properties/to/minItems`)]
      : []),
    ...nullable.map(
      ([name, nulls, rule]) =>
        nulls === 'refused' &&
        merge(`${request}/properties/${name}`, { type: typeOf(name), 'x-request-rule': { type: rule } }),
    ),
    choices.tagValues === 'accepted' && merge(`${request}/properties/tags/items`, { type: anyType }),
    ...['open_tracking', 'click_tracking'].map(
      (name) =>
        choices.trackingValues === 'accepted' &&
        merge(`/components/schemas/TrackingSettings/properties/${name}`, { type: anyType }),
    ),
    choices.inlineCss === 'accepted' && merge(`${request}/properties/inline_css`, { type: anyType }),
    choices.attachments === 'nothing' && drop(`${request}/properties/attachments/items`),
    required.length > 0 && merge(attachment, { required, 'x-request-rule': { required: 'EMAIL-ATT-1' } }),
    ...['content_id', 'disposition'].map(
      (name) => choices.inlineAttachments === 'ignored' && merge(`${attachment}/properties/${name}`, { type: anyType }),
    ),
    choices.headerValues === 'text' && merge(header, { type: anyType }),
    choices.headerLineBreaks === 'blank' && drop(`${header}/pattern`),
    ...addressActions(choices),
  ].filter((action) => action !== false);
}

function addressActions({ addressBlanks, namedAddress }: Choices): Action[] {
  const blanks = addressBlanks === 'trimmed' ? String.raw`\s*` : '';
  const input = '/components/schemas/AddressInput';
  const named = {
    title: 'an email address',
    type: 'string',
    pattern: `^${blanks}(${ADDRESS}|[^<>]*<${ADDRESS}>)${blanks}$`,
    'x-request-rule': { pattern: 'ERR-10' },
  };
  return [
    ...(addressBlanks === 'refused' ? [merge('/components/schemas/Email', { pattern: `^${ADDRESS}$` })] : []),
    ...(namedAddress === 'read' ? [drop(`${input}/oneOf/0`), merge(input, { oneOf: [named] })] : []),
  ];
}

/** The path of a send, and the header for its key. */
function emailNameActions({ emailPath, keyHeader }: Choices, { json }: ContractDocument): Action[] {
  const path = `/paths/${pointerStep(ours.emailPath)}`;
  const moved = [merge('/paths', { [emailPath]: nodeAt(json, path) }), drop(path)];
  return [
    set('/components/parameters/IdempotencyKey', 'name', keyHeader, ours.keyHeader),
    ...(emailPath === ours.emailPath ? [] : moved),
  ].filter((action) => action !== false);
}

/** Where answers with a message are described. */
export const messageAnswers = ['EmailMessageResponse', 'EmailMessageDetailResponse'].map(
  (name) => `/components/schemas/${name}`,
);

/** Answers whose message is in another member, or is all of them. */
function messageActions({ messageMember: name }: Choices, { json }: ContractDocument): Action[] {
  if (name === ours.messageMember) return [];
  return messageAnswers.flatMap((answer) => {
    const message = nodeAt(json, `${answer}/properties/data`);
    return [
      makeOptional(answer, 'data'),
      drop(`${answer}/properties/data`),
      merge(answer, name === '' ? { allOf: [message] } : { required: [name], properties: { [name]: message } }),
    ];
  });
}

/** A value that differs from ours. */
function set(pointer: string, key: string, value: unknown, own: unknown): Action | false {
  return value !== own && merge(pointer, { [key]: value });
}

/** Where a parameter of an operation stands. */
function parameterAt({ operations }: ContractDocument, id: OperationId, name: string): string {
  const parameter = operations.find((one) => one.id === id)?.parameters.find((one) => one.name === name);
  return parameter?.pointer.replace(/\/schema$/, '') ?? `/paths/${id}/${pointerStep(name)}`;
}
