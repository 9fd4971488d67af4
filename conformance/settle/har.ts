import { basename } from 'node:path';
import { Ajv } from 'ajv';
import type { Content, Entry, Header } from 'har-format';
import { entriesText } from '../../spec/deployment/deployment.ts';
import { ContractError, loadDocument, readText } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { complain, say } from '../../spec/print.ts';
import { loadRegister } from '../../spec/register.ts';
import type { OperationId } from '../../spec/types.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { type Profile, readProfile } from '../suite/target/profile.ts';
import { Answer } from '../suite/wire/answer.ts';
import { inspect, operationAt } from '../suite/wire/contract.ts';
import { isRead, isSend } from '../suite/wire/email-operations.ts';
import { isBounded } from './bounded.ts';
import { writeDeployment } from './file.ts';
import { settle } from './settle.ts';

/** More exchanges show little more, and take many minutes. */
const MOST = 1_000;

/**
 * Settles what recorded traffic shows, such as the journal of the proxy or what a browser exports, and writes the deployment file. A
 * profile says what the traffic's templates, numbers and names are; without one, nothing is known of them. Gives the exit code.
 */
export async function settleFromHar(
  har: string,
  file: string,
  { target, settleFailures: failures = false }: { target?: string; settleFailures?: boolean } = {},
): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  const { exchanges, profile, all, leftOut } = readHar(har, target);
  say([`${har}: from ${exchanges.length} of ${all} exchanges`, ...leftOut].join('; '));
  // The mock that is asked would outlive a process that a signal ends.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const deadline = setTimeout(() => {
    complain(`conformance: ${har}: takes longer than ${MINUTES} minutes; cut it`);
    process.exit(2);
  }, MINUTES * 60_000);
  const settled = `${today}, ${exchanges.length} of ${all} exchanges of ${basename(har)} with ${profile.baseUrl}`;
  const about = { profile, document: loadDocument(), settled, otherwise: [], failures };
  const { deployment } = await settle(exchanges, about);
  clearTimeout(deadline);
  writeDeployment(file, deployment);
  say(`${file}: written, ${entriesText(deployment)} settled, ${deployment.unsettled.length} not`);
  return 0;
}

/** The exchanges of recorded traffic that something can be settled from, with what is known of the target, how many there are in `all`, and what of these is left out. */
export function readHar(
  har: string,
  target?: string,
): { exchanges: NotedExchange[]; profile: Profile; all: number; leftOut: string[] } {
  const { entries } = parsed(har).log;
  const profile = profileOf(entries, har, target);
  const { whole, leftOut } = sorted(entries, profile);
  if (whole.length === 0)
    throw new ContractError(`${har}: has no exchange with ${profile.baseUrl} whose answer is there`);
  if (whole.length > MOST)
    throw new ContractError(`${har}: has ${whole.length} exchanges, and ${MOST} are read at most; cut it`);
  return { exchanges: whole.map((entry) => seenOf(entry, profile)), profile, all: entries.length, leftOut };
}

/** A recording may take so long. */
const MINUTES = 60;

function parsed(file: string): { log: { entries: unknown[] } } {
  const text = readText(file);
  try {
    const har = JSON.parse(text);
    if (!Array.isArray(har.log?.entries) || har.log.entries.length === 0) throw new Error('has no entries');
    return har;
  } catch (error) {
    throw new ContractError(`${file}: is no HAR with exchanges (${(error as Error).message})`);
  }
}

const text = { type: 'string' };
const headers = {
  type: 'array',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
};

/** Whether an entry of a file from elsewhere is one that can be asked again. */
const hasForm = new Ajv({ strict: false }).compile<Entry>({
  type: 'object',
  required: ['request', 'response'],
  properties: {
    request: {
      type: 'object',
      required: ['method', 'url', 'headers'],
      properties: {
        method: { ...text, pattern: '^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$' },
        url: { ...text, pattern: '^https?://[\\x21-\\x7e]{1,8000}$' },
        headers,
        postData: { type: ['object', 'null'], properties: { text } },
      },
    },
    response: {
      type: 'object',
      required: ['status', 'headers', 'content'],
      properties: { status: { type: 'integer' }, headers, content: { type: 'object', properties: { text } } },
    },
  },
});

const isEntry = (entry: unknown): entry is Entry => hasForm(entry) && URL.canParse(entry.request.url);

/** What is known of a target: its profile, with the address in the traffic, which may be that of a proxy before it. */
function profileOf(entries: readonly unknown[], file: string, target: string | undefined): Profile {
  const known = target === undefined ? undefined : readProfile(target);
  const urls = entries.filter((entry) => isEntry(entry)).map(({ request }) => request.url);
  if (urls.length === 0) throw new ContractError(`${file}: none of its ${entries.length} exchanges can be asked again`);
  if (known && urls.some((url) => url.startsWith(known.baseUrl))) return known;
  const [baseUrl] = urls.flatMap((url) => /^https?:\/\/[^/]+.*?\/v2(?=\/)/.exec(url) ?? []);
  if (baseUrl === undefined)
    throw new ContractError(`${file}: no URL in it has /v2 in its path, nor the base URL of a profile`);
  return { ...(known ?? { accounts: { primary: { apiKey: '' } } }), baseUrl };
}

/** The entries that something can be settled from, and how many are left out for which reason. */
function sorted(entries: readonly unknown[], profile: Profile): { whole: Entry[]; leftOut: string[] } {
  const whole: Entry[] = [];
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const why = isEntry(entry) ? whyLeftOut(entry, profile) : 'can not be asked again';
    if (why === undefined) whole.push(entry as Entry);
    else counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return { whole, leftOut: [...counts].map(([why, count]) => `${count} left out: ${why}`) };
}

/**
 * Why an entry is no exchange with the target of which all is there; undefined when it is one. A browser asks others too, and asks in
 * advance (OPTIONS); bodies may have been left out or cut.
 */
function whyLeftOut({ request, response }: Entry, { baseUrl }: Profile): string | undefined {
  const { content } = response;
  if (!request.url.startsWith(`${baseUrl.replace(/\/+$/, '')}/`)) return `not with ${baseUrl}`;
  if (request.method === 'OPTIONS') return 'asked in advance by a browser';
  const isCut = request.postData?.comment !== undefined || '_error' in response || hasFile(request.postData);
  const isThere = content.text !== undefined || (content.size <= 0 && !hasFile(content));
  if (response.status < 200 || response.status > 599 || isCut || !isThere) return 'not all of it is there';
  return isBounded(request.postData?.text) && isBounded(content.text) ? undefined : 'too large';
}

/** Whether a body lies in a file of its own, as Playwright writes them beside a HAR when it is asked to. */
function hasFile(content: object | null | undefined): boolean {
  return content != null && '_file' in content;
}

/** The rules that may be about what somebody else asked: those of its operation, and of all of email for an email. */
function rulesAbout(operation: OperationId | undefined): readonly RuleId[] {
  const isEmail = (id: OperationId | undefined) => isSend(id) || isRead(id);
  const isAbout = (id: OperationId) => id === operation || (isEmail(operation) && isEmail(id));
  const rules = [...loadRegister().values()];
  return rules.filter((rule) => [rule.operation].flat().some((id) => id === 'all' || isAbout(id))).map(({ id }) => id);
}

function seenOf({ startedDateTime, request, response }: Entry, { baseUrl }: Profile): NotedExchange {
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
  const body = request.postData?.text;
  const answer = new Answer({
    operation: operationAt(request.method, path),
    status: response.status,
    headers: response.headers.map(({ name, value }) => [name, value] as const),
    text: textOf(response.content),
    request: {
      method: request.method,
      url: request.url,
      headers: withGoodKey(request.headers.filter(isOwn), response.status),
      ...(body !== undefined && { body }),
    },
  });
  const { operation, status, headers, text } = answer;
  const broken = inspect(answer).map(({ rule }) => rule);
  return {
    case: 'traffic',
    rules: rulesAbout(operation),
    operation,
    request: answer.request,
    at: Date.parse(startedDateTime) || Date.now(),
    status,
    headers,
    text,
    broken,
  };
}

/** Headers of the connection are each client's own, as are those of HTTP/2; and some can't be sent, as what a tool has shortened. */
function isOwn({ name, value }: Header): boolean {
  const canBeSent = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
  return canBeSent && !/^(host|connection|content-length|accept-encoding|cookie)$/i.test(name);
}

/** Whatever key was good there, ours is here; browsers leave it out of what they export. */
function withGoodKey(headers: readonly Header[], status: number): [string, string][] {
  const others = headers.filter(({ name }) => status === 401 || name.toLowerCase() !== 'authorization');
  const good: [string, string][] = status === 401 ? [] : [['Authorization', 'Bearer $API_KEY']];
  return [...good, ...others.map(({ name, value }): [string, string] => [name, value])];
}

function textOf({ text = '', encoding }: Content): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}
