// conformance/har/: judges recorded traffic.
import type { Entry } from 'har-format';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../spec/register.ts';
import { formatCount, isSecretName, removeCredentials } from '../../spec/texts.ts';
import { assemble } from '../report/assemble.ts';
import type { Report } from '../report/report.ts';
import { emptyFolder, publish } from '../report/write.ts';
import { invariantRules, judge as judgeAnswer } from '../rules/invariants/index.ts';
import { describeEvidence } from '../suite/api/failure.ts';
import { type CaseRecord, judge, refuse, type Verdict } from '../suite/outcome/outcome.ts';
import type { Selection } from '../suite/run/cases.ts';
import { Redactor } from '../suite/target/target.ts';
import { Answer } from '../suite/wire/answer.ts';
import { findOperation } from '../suite/wire/contract.ts';
import { findOrigin } from '../suite/wire/disturbance.ts';
import type { HeaderPairs } from '../suite/wire/exchange.ts';
import { readBody, readEntries, readHeaders } from './archive.ts';

/** Archives to judge: where they are, the address of the service in them, and where the reports go. */
export interface Recorded {
  files: readonly string[];
  baseUrl: string;
  output: string;
  selection: Selection;
}

const mostNamed = 10;
const notShown = 'no recorded exchange shows anything that the rule is about';
const notObservable = "recorded traffic can't show it: the rule takes requests made for it";

/** The findings in archives: how often each invariant was exercised, the broken rules, and the skipped exchanges. */
class Findings {
  readonly shown: Partial<Record<RuleId, number>> = {};
  readonly skipped = new Map<Skipped, number>();
  judged = 0;
  /** The number of judged exchanges that are one of an operation. */
  ofOperations = 0;
  private readonly broken = new Map<string, { verdict: Verdict; places: string[] }>();
  private readonly register = loadRegister();

  add(answer: Answer | Skipped, place: string): void {
    if (!(answer instanceof Answer)) return void this.skipped.set(answer, (this.skipped.get(answer) ?? 0) + 1);
    this.judged += 1;
    if (answer.operation) this.ofOperations += 1;
    const { shown, broken } = judgeAnswer(answer);
    for (const id of shown) this.shown[id] = (this.shown[id] ?? 0) + 1;
    for (const { rule, expected, actual } of broken) {
      const key = `${rule} ${expected.replace(/\/\d+/g, '/n')}`;
      const known = this.broken.get(key);
      const found = this.register.get(rule);
      if (known) known.places.push(place);
      else if (found) {
        const verdict = { rule, outcome: judge(found, 'warn'), expected, actual, ...describeEvidence(answer) };
        this.broken.set(key, { verdict, places: [place] });
      }
    }
  }

  get mismatches(): Verdict[] {
    return [...this.broken.values()].map(({ verdict, places }) => {
      const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : '';
      return { ...verdict, note: `broken by ${places.slice(0, mostNamed).join(', ')}${more}` };
    });
  }

  /** The judged and skipped exchanges as a sentence. */
  get sentence(): string {
    const skipped = [...this.skipped].map(([why, count]) => `${count} (${why})`);
    return `Judged ${formatCount(this.judged, 'recorded exchange')}${skipped.length > 0 ? `; left out ${skipped.join(', ')}` : ''}.`;
  }
}

/** Judges archives, writes and prints the reports, and returns the exit code. */
export async function judgeArchives(recorded: Recorded): Promise<number> {
  const output = emptyFolder(recorded.output);
  return publish(await reportRecorded(recorded), output, 0);
}

/** Judges recorded traffic by every invariant and the document, and sends nothing. */
export async function reportRecorded({ files, baseUrl, selection }: Omit<Recorded, 'output'>): Promise<Report> {
  const startedAt = new Date();
  const redactor = new Redactor();
  const findings = new Findings();
  const address = removeCredentials(baseUrl);
  for (const file of files) {
    let index = 0;
    for await (const entry of readEntries(file)) {
      const answer = await readAnswer(entry, baseUrl, redactor);
      const at = entry.startedDateTime ? ` at ${entry.startedDateTime}` : '';
      findings.add(answer, `${file}#${++index}${at}`);
    }
  }
  if (findings.ofOperations === 0) {
    const isBelow = findings.skipped.has('body missing or cut off');
    const remedy = isBelow ? 'record the bodies, too' : '--base-url ends with the version prefix, usually /v2';
    refuse(`--har: no exchange of an operation below ${address} can be judged: ${remedy}. ${findings.sentence}`);
  }
  return redactor.redactDeep(
    assemble({
      cases: makeCases(findings),
      selection,
      facts: {
        target: { name: new URL(baseUrl).host, baseUrl: address },
        seed: 1,
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
      },
      waivers: [],
      interrupted: false,
      learned: { recorded: findings.sentence },
      partial: true,
    }),
  );
}

/** The findings as a case; the open rules as another, which counts only for rules without a verdict. */
function makeCases({ shown, mismatches }: Findings): CaseRecord[] {
  const open = [...loadRegister().keys()].map((rule): Verdict => {
    return { rule, outcome: 'notApplicable', note: invariantRules.has(rule) ? notShown : notObservable };
  });
  const title = 'recorded traffic';
  return [
    { title, verdicts: [], mismatches, shown, durationMs: 0 },
    { title, verdicts: open, mismatches: [], isProbe: true, durationMs: 0 },
  ];
}

/** The reason to skip an exchange, if any. */
export type Skipped =
  | 'other address'
  | 'no answer'
  | 'not answered by the service'
  | 'headers missing'
  | 'body missing or cut off';

/** The answer of a recorded exchange, or why it can't be judged. Makes its credentials known to the redactor. */
export async function readAnswer(entry: Entry, baseUrl: string, redactor: Redactor): Promise<Answer | Skipped> {
  const { request, startedDateTime, time } = entry;
  const response = entry.response as (Entry['response'] & { _error?: unknown }) | undefined;
  const address = parseAddress(request);
  const path = address && findPathBelow(baseUrl, address);
  if (!address || path === undefined) return 'other address';
  // Tools write 0, -1 or nothing; a connection may break after the head.
  const status = Number(response?.status);
  if (!response || !(status >= 100) || response._error) return 'no answer';
  const operation = findOperation(request.method, path);
  const text = await readBody(response);
  if (text === undefined && request.method !== 'HEAD') return 'body missing or cut off';
  const [sent, headers] = [toPairs(request.headers), toPairs(response.headers)];
  const { mimeType } = response.content ?? {};
  if (headers.length === 0 && mimeType) headers.push(['Content-Type', mimeType]);
  if (headers.length === 0) return 'headers missing';
  const received = { status, headers, body: Buffer.from(text ?? ''), sentAt: '', tookMs: 0 };
  // A rate limit is outside the contract.
  if (status === 429 || findOrigin(received, operation !== undefined) !== 'service')
    return 'not answered by the service';
  noteSecrets(address, [...sent, ...headers], redactor);
  const body: unknown = request.postData?.comment ? undefined : request.postData?.text;
  return new Answer({
    operation,
    status,
    headers: redactHeaders(headers),
    text: text ?? '',
    request: {
      method: request.method,
      url: address.href,
      headers: redactHeaders(sent),
      ...(typeof body === 'string' && { body }),
    },
    ...(startedDateTime && { sentAt: `${startedDateTime}` }),
    tookMs: Math.max(0, Number(time) || 0),
  });
}

/** The address of a request; undefined for a host with a port, as of a tunnel. Some tools write the query only as a list. */
function parseAddress({ url, queryString }: Entry['request']): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  if (address.search === '')
    for (const { name, value } of readHeaders(queryString)) address.searchParams.append(name, value);
  return address;
}

/** Path and query below the base address; undefined for every other address. */
function findPathBelow(baseUrl: string, address: URL): string | undefined {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const isBelow = address.origin === base.origin && address.pathname.startsWith(`${prefix}/`);
  return isBelow ? address.pathname.slice(prefix.length) + address.search : undefined;
}

function toPairs(headers: unknown): HeaderPairs {
  // HTTP/2 has parts of the request among its headers.
  return readHeaders(headers)
    .filter(({ name }) => !name.startsWith(':'))
    .map(({ name, value }) => [name, value] as const);
}

/** Credentials may appear elsewhere. Short cookies don't count. */
function noteSecrets({ username, password, searchParams }: URL, headers: HeaderPairs, redactor: Redactor): void {
  redactor.add(password, 'URL_PASSWORD').add(username && `${username}:${password}`, 'URL_LOGIN');
  // Headers such as Referer and Location hold addresses.
  const inAddresses = headers.flatMap(([, value]) => [...value.matchAll(/[?&#]([^=&#\s]+)=([^&#\s]+)/g)]);
  const parameters = inAddresses.map(([, name = '', value = '']) => [name, value] as const);
  for (const [name, value] of [...headers, ...searchParams, ...parameters]) {
    if (!isSecretName(name)) continue;
    redactor.add(value.replace(/^(Bearer|Basic) /i, ''), nameSecret(name));
    if (!/cookie/i.test(name)) continue;
    // Tools join several Set-Cookie headers; the attributes of a cookie are no credentials.
    const cookies = /^set-/i.test(name) ? /(?:^|,\s*)[^=;,\s]+=([^;\n]{8,})/gm : /=([^;]{8,})/g;
    for (const [, cookie] of value.matchAll(cookies)) redactor.add(cookie, nameSecret(name));
  }
}

function redactHeaders(headers: HeaderPairs): HeaderPairs {
  return headers.map(([name, value]) => {
    const [scheme = ''] = /^(Bearer|Basic) /i.exec(value) ?? [];
    return [name, isSecretName(name) ? `${scheme}$${nameSecret(name)}` : value] as const;
  });
}

/** The name in the place of a credential, such as `API_KEY`. */
function nameSecret(name: string): string {
  return /^authorization$/i.test(name) ? 'API_KEY' : name.toUpperCase().replaceAll(/\W/g, '_');
}
