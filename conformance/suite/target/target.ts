// conformance/suite/target/: the profile of a target, and what it needs.
import { unescape as decoded } from 'node:querystring';
import type { ContractDocument } from '../../../spec/document.ts';
import { toProjectPath } from '../../../spec/package.ts';
import type { OperationId } from '../../../spec/types.ts';
import { refuse } from '../outcome/outcome.ts';
import type { Pace } from '../wire/disturbance.ts';
import { Transport } from '../wire/transport.ts';
import { type AccountName, type Permission, type Profile, readProfile } from './profile.ts';

export type { AccountName, Permission, Waiver } from './profile.ts';

/** Facts about a target from before the first case. */
export interface Facts {
  /** True for this project's mock, by its health. */
  isMock: boolean;
  /** The lead of the target's clock over this machine's, in ms. */
  clockOffsetMs: number;
  /** The address at which the suite itself started the mock, when it did. */
  startedMock?: string;
  /** The names on the wire of a mock that was started with a deployment file, which has its own decisions on assumptions. */
  wire?: Profile['wire'];
  /** True if sends with `sandbox_mode` (assumed) are refused. */
  refusesSandbox?: boolean;
  /** Wrong members of the profile, by path, with reasons: they count as missing. */
  wrong?: Readonly<Record<string, string>>;
}

type Filled = Required<
  Pick<Profile, 'name' | 'accounts' | 'assumptions' | 'email' | 'simNotification' | 'consistency' | 'http' | 'waivers'>
>;

/** The profile with every default filled in: the `target` of a case. */
export interface Target extends Filled, Pick<Profile, 'control'> {
  /** With the version prefix, without a slash at the end. */
  baseUrl: string;
  isMock: boolean;
  clockOffsetMs: number;
  /** Sends that should be sandboxed are real ones. */
  refusesSandbox: boolean;
  /** Why members of the profile were left out as wrong. */
  wrong: Readonly<Record<string, string>>;
  allow: ReadonlySet<Permission>;
  phoneNumbers: readonly string[];
  outbox?: NonNullable<Profile['outbox']> & { waitMs: number };
  limits: { timeoutMs: number; requestsPerSecond?: number };
  wire: Required<NonNullable<Profile['wire']>>;
  /** Needs and groups of needs out of scope, each with the reason. */
  scope: Readonly<Record<string, string>>;
  /** Cases may have a copy of the state to themselves: the mock, with keys without a partition. */
  partitioned: boolean;
  /** Replaces credentials in everything that is recorded. */
  redactor: Redactor;
}

/** The profile of our own mock. */
export const mockProfile = toProjectPath('conformance/targets/mock.yaml');

/** The scope of a target with only an address and a key. */
const readOnly: NonNullable<Profile['scope']> = {
  without: ['write', 'send', 'outbox', 'accounts.restricted', 'accounts.other'],
  reason: 'BASE_URL allows only reads; a profile can allow more',
};

/** The profile in a file, of the environment's base address and key, or of the mock that the suite starts. */
export function chooseProfile(
  file?: string,
  environment: NodeJS.ProcessEnv = process.env,
): { profile: Profile; startMock: boolean } {
  const { BASE_URL: baseUrl, API_KEY: apiKey } = environment;
  if (file) return { profile: readProfile(file, environment), startMock: false };
  if (!baseUrl) return { profile: readProfile(mockProfile, environment), startMock: true };
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(baseUrl) || !URL.canParse(baseUrl)) {
    refuse('BASE_URL is not an address such as https://staging.example.com/v2');
  }
  if (!apiKey) refuse('BASE_URL is set, but API_KEY is not: set it to a key of the target');
  return {
    profile: { baseUrl, accounts: { primary: { apiKey } }, allow: ['read'], scope: readOnly },
    startMock: false,
  };
}

/** Fills in the defaults, which depend on what the target is. */
export function resolveTarget(written: Profile, facts: Facts): Target {
  const right = without(written, Object.keys(facts.wrong ?? {}));
  const profile = facts.startedMock ? moveTo(right, facts.startedMock) : right;
  const { isMock, wire = profile.wire } = facts;
  const requestsPerSecond = profile.limits?.requestsPerSecond ?? (isMock ? undefined : 20);
  const emailDefaults = isMock ? { from: 'sender@example.com', recipientDomain: 'example.com' } : {};
  return {
    name: profile.name ?? (isMock ? 'mock' : new URL(profile.baseUrl).host),
    baseUrl: profile.baseUrl.replace(/\/+$/, ''),
    isMock,
    clockOffsetMs: facts.clockOffsetMs,
    refusesSandbox: facts.refusesSandbox ?? false,
    wrong: facts.wrong ?? {},
    accounts: profile.accounts,
    allow: new Set(profile.allow ?? (isMock ? ['read', 'write', 'send'] : ['read'])),
    assumptions: facts.wire ? 'warn' : (profile.assumptions ?? (isMock ? 'strict' : 'warn')),
    email: { ...emailDefaults, ...profile.email },
    simNotification: profile.simNotification ?? {},
    phoneNumbers: profile.reservation?.phoneNumbers ?? [],
    ...(profile.outbox && { outbox: { waitMs: isMock ? 2000 : 60_000, ...profile.outbox } }),
    ...(profile.control && { control: profile.control }),
    // The mock runs on this machine, which may be busy.
    limits: {
      timeoutMs: profile.limits?.timeoutMs ?? (isMock ? 120_000 : 10_000),
      ...(requestsPerSecond && { requestsPerSecond }),
    },
    consistency: profile.consistency ?? { waitMs: isMock ? 0 : 5000 },
    http: profile.http ?? {},
    wire: fillWireNames(wire),
    waivers: profile.waivers ?? [],
    scope: resolveScope(profile, isMock),
    partitioned: isMock && !Object.values(profile.accounts).some((account) => account?.apiKey.includes('.')),
    redactor: createRedactor(profile),
  };
}

/** The profile without some members, which are named by their paths, such as `email.suppressed.hardBounce`. */
function without(profile: Profile, paths: readonly string[]): Profile {
  const rest = structuredClone(profile);
  for (const path of paths) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce<object | undefined>((at, step) => Reflect.get(at ?? {}, step), rest);
    if (holder) Reflect.deleteProperty(holder, last);
  }
  return rest;
}

/** The declared scope; only the mock has a control API, which no profile has to declare. */
function resolveScope({ scope, control }: Profile, isMock: boolean): Record<string, string> {
  const declared = (scope?.without ?? []).map((name) => [name, scope?.reason ?? ''] as const);
  const own = isMock || control ? {} : { control: 'only the mock has a control API' };
  return { ...own, ...Object.fromEntries(declared) };
}

/** True if a run changes the notification of the profile itself, and not a copy in the mock's state. */
export function changesNotification({ allow, simNotification, partitioned }: Target): boolean {
  return allow.has('write') && simNotification.id !== undefined && !partitioned;
}

/** A transport to the target, at the pace of the run if it has one. */
export function openTransport({ baseUrl, limits, http, isMock }: Target, pace?: Pace): Transport {
  return new Transport(baseUrl, { timeoutMs: limits.timeoutMs, ...http, direct: isMock, pace });
}

/** The token of an account; on our mock it selects a partition. */
export function findToken(target: Target, account: AccountName, partition: string): string | undefined {
  const key = target.accounts[account]?.apiKey;
  return key && target.partitioned ? `${key}.${partition}` : key;
}

/** The names of keys in curl lines. */
export const keyNames: Record<AccountName, string> = {
  primary: 'API_KEY',
  restricted: 'RESTRICTED_API_KEY',
  other: 'OTHER_API_KEY',
};

/** Knows all credentials of a profile. */
export function createRedactor(profile: Profile): Redactor {
  const redactor = new Redactor();
  for (const [account, name] of Object.entries(keyNames)) {
    redactor.add(profile.accounts[account as AccountName]?.apiKey, name);
  }
  const { username = '', password } = profile.outbox ?? {};
  redactor.add(password, 'OUTBOX_PASSWORD').add(password && `${username}:${password}`, 'OUTBOX_LOGIN');
  for (const [name, value] of Object.entries(profile.http?.headers ?? {})) {
    const isPublic = `${profile.name} ${profile.baseUrl}`.includes(value);
    if (!isPublic) redactor.add(value, `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`);
  }
  for (const url of [profile.baseUrl, profile.http?.proxy, profile.outbox?.mailpit]) {
    if (!url || !URL.canParse(url)) continue;
    const address = new URL(url);
    const [user, word] = [decoded(address.username), decoded(address.password)];
    redactor.add(word, 'URL_PASSWORD').add(word && `${user}:${word}`, 'URL_LOGIN');
  }
  return redactor;
}

function moveTo(profile: Profile, origin: string): Profile {
  const move = (url: string) => origin + url.slice(new URL(url).origin.length);
  return {
    ...profile,
    baseUrl: move(profile.baseUrl),
    ...(profile.outbox && { outbox: { ...profile.outbox, mailpit: move(profile.outbox.mailpit) } }),
    ...(profile.control && { control: { ...profile.control, admin: move(profile.control.admin) } }),
  };
}

type Wire = NonNullable<Profile['wire']>;

/** The names of the contract on the wire. */
const names: Required<Wire> = {
  emailPath: '/email_messages',
  idempotencyHeader: 'Idempotency-Key',
  pageNumber: 'page[number]',
  documentTypesPageNumber: 'page[number]',
  pageSize: 'page[size]',
};

/** All names on the wire of a target: the profile's, else the contract's. Both lists have one name for the page number. */
export function fillWireNames(wire: Wire = {}): Required<Wire> {
  return {
    ...names,
    ...wire,
    documentTypesPageNumber: wire.documentTypesPageNumber ?? wire.pageNumber ?? names.pageNumber,
  };
}

/** The name of a parameter of an operation at a target. */
export function toWireName({ wire }: Target, operation: OperationId, name: string): string {
  const isOfTypes = operation === 'listDirDocumentTypes';
  const atTarget: Record<string, string> = {
    'Idempotency-Key': wire.idempotencyHeader,
    'page[number]': isOfTypes ? wire.documentTypesPageNumber : wire.pageNumber,
    // The source names the page size of that list; a profile has only the name for mission runs.
    ...(!isOfTypes && { 'page[size]': wire.pageSize }),
  };
  return atTarget[name] ?? name;
}

/** The path of an operation at a target. The source itself names the path of reading a message. */
export function toWirePath({ wire }: Target, path: string): string {
  return path === names.emailPath ? wire.emailPath : path;
}

/** The names on the wire of a deployment's contract. */
export function readWireNames({ operations }: ContractDocument): Required<Wire> {
  const operation = (id: OperationId) => operations.find((operation) => operation.id === id);
  const nameIn = (id: OperationId, own: string) =>
    operation(id)?.parameters.find(({ name, contractName = name }) => contractName === own)?.name ?? own;
  return {
    emailPath: operation('createEmailMessage')?.path ?? names.emailPath,
    idempotencyHeader: nameIn('createEmailMessage', names.idempotencyHeader),
    pageNumber: nameIn('listRecentAiMissionRuns', names.pageNumber),
    documentTypesPageNumber: nameIn('listDirDocumentTypes', names.pageNumber),
    pageSize: nameIn('listRecentAiMissionRuns', names.pageSize),
  };
}

/** Replaces every known credential in texts. Each secret has a name that a reader can use as a shell variable. */
export class Redactor {
  private readonly names = new Map<string, string>();
  /** The secrets, the longest first; empty after one was added. */
  private secrets: [secret: string, name: string][] = [];

  /** Makes a secret known. Very short ones are not searched for in texts; headers are redacted by name as well. */
  add(secret: string | undefined, name: string): this {
    if (!secret || secret.length < 4 || this.names.has(secret)) return this;
    const escaped = JSON.stringify(secret).slice(1, -1);
    // Cases send a token in other letter case, which an answer may repeat.
    const spellings = [secret, secret.toUpperCase(), secret.toLowerCase()];
    const forms = [...spellings, escaped, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
    for (const form of forms) this.names.set(form, name);
    this.secrets = [];
    return this;
  }

  /** The text with `$NAME` in the place of every secret. */
  redact(text: string): string {
    let result = text;
    if (this.secrets.length === 0) this.secrets = [...this.names].sort(([a], [b]) => b.length - a.length);
    for (const [secret, name] of this.secrets) {
      if (result.includes(secret)) result = result.replaceAll(secret, `$${name}`);
    }
    return result;
  }

  /** A copy of a JSON-like value, all its strings and member names redacted. */
  redactDeep<T>(value: T): T {
    if (typeof value === 'string') return this.redact(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.redactDeep(item)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.redact(key), this.redactDeep(item)]),
    ) as T;
  }
}
