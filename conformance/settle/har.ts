import type { Har } from 'har-format';
import { choicesIn } from '../../spec/deployment/deployment.ts';
import { ContractError, loadDocument, readText } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { say } from '../../spec/print.ts';
import { loadRegister } from '../../spec/register.ts';
import type { OperationId } from '../../spec/types.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { type Profile, readProfile } from '../suite/target/profile.ts';
import { Answer } from '../suite/wire/answer.ts';
import { inspect, operationAt } from '../suite/wire/contract.ts';
import { writeDeployment } from './file.ts';
import { settle } from './settle.ts';

/**
 * Settles what recorded traffic shows, such as the journal of the proxy or what a browser exports, and writes the deployment file. A
 * profile says what the traffic's templates, numbers and names are; without one, nothing is known of them. Gives the exit code.
 */
export async function settleFromHar(
  har: string,
  file: string,
  { target, settleFailures: failures = false }: { target?: string; settleFailures?: boolean } = {},
): Promise<number> {
  const { log } = parsed(har);
  const profile = target === undefined ? profileOf(log.entries[0]?.request.url ?? '') : readProfile(target);
  const exchanges = log.entries.map((entry) => seenOf(entry, profile));
  const settled = `from ${exchanges.length} exchanges with ${profile.baseUrl}`;
  const about = { profile, document: loadDocument(), settled, otherwise: [], failures };
  const { deployment } = await settle(exchanges, about);
  writeDeployment(file, deployment);
  say(`${file}: written, ${choicesIn(deployment)} choices settled, ${deployment.unsettled.length} not`);
  return 0;
}

function parsed(file: string): Har {
  try {
    const har = JSON.parse(readText(file)) as Har;
    if (!Array.isArray(har.log?.entries) || har.log.entries.length === 0) throw new Error('has no entries');
    return har;
  } catch (error) {
    throw new ContractError(`${file}: is no HAR with exchanges (${(error as Error).message})`);
  }
}

/** What is known of a target whose traffic alone is there: its address, up to the version prefix. */
function profileOf(url: string): Profile {
  const [baseUrl = ''] = /^https?:\/\/.*?\/v2(?=\/)/.exec(url) ?? [];
  if (baseUrl === '') throw new ContractError(`${url} has no /v2 in its path: --target names the base URL`);
  return { baseUrl, accounts: { primary: { apiKey: '' } } };
}

/** The rules that may be about what somebody else asked: those of its operation, and of all of email for an email. */
function rulesAbout(operation: OperationId | undefined): readonly RuleId[] {
  const isEmail = (id: string) => /Email/.test(id);
  const isAbout = (id: string) => id === operation || (operation !== undefined && isEmail(operation) && isEmail(id));
  const rules = [...loadRegister().values()];
  return rules.filter((rule) => [rule.operation].flat().some((id) => id === 'all' || isAbout(id))).map(({ id }) => id);
}

function seenOf(
  { startedDateTime, request, response }: Har['log']['entries'][number],
  { baseUrl }: Profile,
): NotedExchange {
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
  const body = request.postData?.text;
  const answer = new Answer({
    operation: operationAt(request.method, path),
    status: response.status,
    headers: response.headers.map(({ name, value }) => [name, value] as const),
    text: response.content.text ?? '',
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers.filter(isOwn).map(({ name, value }) => [name, withoutKey(name, value, response.status)]),
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

/** Headers of the connection are each client's own, as are those of HTTP/2. */
function isOwn({ name }: { name: string }): boolean {
  return !/^(:.*|host|connection|content-length|accept-encoding|cookie)$/i.test(name);
}

/** Whatever key was good there, ours is here. */
function withoutKey(name: string, value: string, status: number): string {
  const isGood = name.toLowerCase() === 'authorization' && status !== 401;
  return isGood ? value.replace(/^(bearer) .*/i, '$1 $API_KEY') : value;
}
