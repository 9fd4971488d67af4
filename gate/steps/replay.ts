import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from 'har-format';
import diff, { type Difference } from 'microdiff';
import { parseRecorded, readEntries, readHeaders } from '../../conformance/har/archive.ts';
import { loadSeed } from '../../fixtures/seed.ts';
import { BASE_PATH, createServer } from '../../mock/server.ts';
import { loadDocument } from '../../spec/document.ts';
import { isListOrObject } from '../../spec/json.ts';
import { formatCount } from '../../spec/texts.ts';
import { compileValidators, UUID } from '../../spec/validators.ts';
import type { Level } from '../diff/index.ts';

/** A recorded call with another answer at the revision; `call` is recording and number, such as `shop/checkout.har#3`. */
export type ConsumerFinding = Record<'consumer' | 'call' | 'request' | 'message', string> & { level: Level };
export type ConsumerReport = Awaited<ReturnType<typeof checkConsumers>>;
type Files = Record<'contract' | 'fixtures', string>;
type Answer = Record<'status' | 'headers' | 'body', unknown>;

/**
 * Replays the archives `<consumer>/<name>.har` or `<consumer>.har` of a directory against two editions, without calls whose bodies are
 * cut off. Calls that the base answers with another status than recorded compare little, and are findings.
 */
export async function checkConsumers(directory: string, base: Files, revision: Files) {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const archives = names.filter((name) => name.endsWith('.har')).sort();
  const nameConsumer = (name: string) => name.replace(/\/.*|\.har$/, '');
  const consumers = new Set(archives.map(nameConsumer)).size;
  const report = { consumers, calls: 0, cut: [] as string[], findings: [] as ConsumerFinding[] };
  const editions = archives.length > 0 ? [base, revision].map(loadEdition) : [];
  for (const name of archives) {
    const entries: Entry[] = [];
    for await (const entry of readEntries(join(directory, name))) entries.push(entry);
    const mocks = await Promise.all(editions.map(startMock));
    const ids = new Map<string, string>();
    const about = { consumer: nameConsumer(name), call: name, request: name };
    const unlike: ConsumerFinding[] = [];
    const callsBefore = report.calls;
    for (const entry of entries.toSorted((a, b) => parseTime(a) - parseTime(b))) {
      const number = entries.indexOf(entry) + 1;
      const call = `${name}#${number}`;
      const { method, url, postData } = entry.request;
      if (!URL.canParse(url) || (postData?.comment && report.cut.push(call))) continue;
      report.calls += 1;
      const [was, is] = await Promise.all(mocks.map(({ answer }) => answer(entry, number, ids)));
      learnIds(await parseRecorded(entry.response), was?.body, ids);
      const ofCall = { ...about, call, request: `${method} ${new URL(url).pathname}` };
      report.findings.push(...differences(was as Answer, is as Answer).map((found) => ({ ...ofCall, ...found })));
      const message = `the base answers ${was?.status}, the recording has ${entry.response?.status}`;
      if (was?.status !== entry.response?.status) unlike.push({ ...ofCall, level: 'soft', message });
    }
    // Calls with another key would get 401 from both editions.
    const calls = report.calls - callsBefore;
    const first = unlike[0] ? ` (${unlike[0].request}: ${unlike[0].message})` : '';
    const message = `none of ${formatCount(calls, 'call')} is answered as recorded${first}; record it with keys of fixtures/`;
    report.findings.push(...(unlike.length < calls ? unlike : [{ ...about, level: 'breaking' as const, message }]));
    await Promise.all(mocks.map(({ close }) => close()));
  }
  return report;
}

function loadEdition({ contract, fixtures }: Files) {
  const document = loadDocument(contract);
  const validators = compileValidators(document);
  return { document, validators, seed: loadSeed(validators, fixtures), allowedHosts: [], partitions: 1000 };
}

/** Starts a mock at the times of the calls. Its ids follow from the number of the call, so that both editions make equal ones. */
async function startMock(edition: ReturnType<typeof loadEdition>) {
  let [now, call, made] = [0, 0, 0];
  const newId = () => `${`${call}`.padStart(8, '0')}-0000-4000-8000-${`${++made}`.padStart(12, '0')}`;
  const server = await createServer({ ...edition, realTime: () => now, newId });
  const answer = async (entry: Entry, number: number, ids: ReadonlyMap<string, string>): Promise<Answer> => {
    const current = (text: string) => [...ids].reduce((changed, [was, is]) => changed.replaceAll(was, is), text);
    [now, call, made] = [parseTime(entry), number, 0];
    const { method, url: address, headers, postData } = entry.request;
    const sent = readHeaders(headers).filter(({ name }) => !/^(host|content-length)$/i.test(name));
    const response = await server.inject({
      method: method as 'GET',
      url: current(BASE_PATH + address.replace(/^\w+:\/\/[^/]+/, '').replace(BASE_PATH, '')),
      headers: Object.fromEntries(sent.map(({ name, value }) => [name, value])),
      payload: current(postData?.text ?? ''),
    });
    const { 'x-request-id': _id, date: _date, 'content-length': _length, ...rest } = response.headers;
    return { status: response.statusCode, headers: rest, body: response.body && response.json() };
  };
  return { answer, close: () => server.close() };
}

/** Ids at the same place of a recorded and a replayed body belong together. */
function learnIds(recorded: unknown, replayed: unknown, ids: Map<string, string>): void {
  if (isListOrObject(recorded) && isListOrObject(replayed))
    for (const [name, value] of Object.entries(recorded)) learnIds(value, replayed[name], ids);
  else if (UUID.test(`${recorded}`) && UUID.test(`${replayed}`)) ids.set(`${recorded}`, `${replayed}`);
}

/** Another status, type or a missing member breaks a client; another value may come from fixtures; new members are safe. */
function differences(was: Answer, is: Answer): Pick<ConsumerFinding, 'level' | 'message'>[] {
  if (was.status === is.status) return diff(was, is).map(judge);
  const { errors, detail } = (is.body ?? {}) as { errors?: { detail?: string }[]; detail?: { msg?: string }[] };
  const reason = errors?.[0]?.detail ?? detail?.[0]?.msg;
  return [{ level: 'breaking', message: `${was.status} becomes ${is.status}${reason ? `: ${reason}` : ''}` }];
}

function judge({ path: [part, ...steps], ...found }: Difference): ReturnType<typeof differences>[number] {
  const place = part === 'headers' ? `the header ${steps[0]}` : steps.join('.') || 'the body';
  const isEntry = typeof steps.at(-1) === 'number';
  if (found.type === 'CREATE') return { level: isEntry ? 'soft' : 'safe', message: `${place} is new` };
  if (found.type === 'REMOVE') return { level: isEntry ? 'soft' : 'breaking', message: `${place} is gone` };
  const [was, is] = [found.oldValue, found.value].map((value) => JSON.stringify(value).slice(0, 80));
  const isSame = getKind(found.oldValue) === getKind(found.value);
  return { level: isSame ? 'soft' : 'breaking', message: `${place} is ${is}, was ${was}` };
}

const getKind = (value: unknown) => value === null || typeof value + Array.isArray(value);
const parseTime = ({ startedDateTime }: Entry) => Date.parse(startedDateTime) || 0;
