import { randomUUID } from 'node:crypto';
import { Ledger } from './ledger.ts';
import type { PostOffice } from './post-office.ts';
import { seconds } from './times.ts';
import type { Wire } from './wire.ts';

/** Who calls. */
export interface Caller {
  apiKey: string;
  account: string;
  mayOverride: boolean;
}

export interface Address {
  email: string;
  name?: string;
}

export interface Notification {
  id: string;
  account: string;
  simCardId: string;
  threshold: { amount: string; unit: string };
  createdAt: number;
  updatedAt: number;
}

export interface Run {
  account: string;
  startedAt: number;
  status: string;
  shown: Record<string, unknown>;
}

export interface EmailTemplate {
  account: string;
  subject?: string;
  text: string;
}

export interface Suppression {
  overridable: boolean;
}

/** A message that was accepted. */
export interface Message {
  id: string;
  account: string;
  messageId: string;
  references: readonly string[];
  state: 'accepted' | 'timed' | 'simulated';
  /** When it leaves, in milliseconds. */
  due: number;
  shown: Record<string, unknown>;
  html: string | undefined;
  text: string | undefined;
}

/** All data of one server. */
export interface World {
  wire: Wire;
  /** Whether answers about an email have `data`. */
  envelope: 'data' | 'other';
  callers: Caller[];
  notifications: Map<string, Notification>;
  runs: Run[];
  documentTypes: { short_name: string; description?: string }[];
  templates: Map<string, EmailTemplate>;
  /** By address. */
  suppressions: Map<string, Suppression>;
  messages: Map<string, Message>;
  ledger: Ledger;
  postOffice: PostOffice;
  /** Numbers of the inventory, and until when each is held. */
  numbers: Map<string, number>;
}

/** The ids and addresses that the profile names as well. */
export const known = {
  notification: '11aaaaaa-0000-4000-8000-000000000001',
  foreignNotification: '11aaaaaa-0000-4000-8000-000000000002',
  group: '22bbbbbb-0000-4000-8000-000000000001',
  templates: {
    rendered: '33cccccc-0000-4000-8000-000000000001',
    withoutSubject: '33cccccc-0000-4000-8000-000000000002',
    emptySubject: '33cccccc-0000-4000-8000-000000000003',
    foreign: '33cccccc-0000-4000-8000-000000000004',
  },
  suppressed: {
    hardBounce: 'bounced@people.example',
    spamComplaint: 'complained@people.example',
    invalid: 'nobody@people.example',
    unsubscribe: 'left@people.example',
    group: 'left-the-group@people.example',
  },
  numbers: Array.from({ length: 500 }, (_, index) => `+1415555${String(1000 + index)}`),
};

export function newWorld(wire: Wire, envelope: World['envelope'], postOffice: PostOffice): World {
  const { templates, suppressed } = known;
  const suppressions: [string, Suppression][] = Object.entries(suppressed).map(([reason, address]) => [
    address,
    { overridable: reason === 'unsubscribe' || reason === 'group' },
  ]);
  return {
    wire,
    envelope,
    callers: [
      { apiKey: 'legal-primary-key', account: 'north', mayOverride: true },
      { apiKey: 'legal-restricted-key', account: 'north', mayOverride: false },
      { apiKey: 'legal-other-key', account: 'south', mayOverride: true },
    ],
    notifications: new Map(
      [notification(known.notification, 'north'), notification(known.foreignNotification, 'south')].map((one) => [
        one.id,
        one,
      ]),
    ),
    runs: [...runs('north', 60, wire), ...runs('south', 3, wire)],
    documentTypes: documentTypes(),
    templates: new Map<string, EmailTemplate>([
      [templates.rendered, { account: 'north', subject: 'Good day, {{ who }}', text: 'Dear {{ who }}, welcome.' }],
      [templates.withoutSubject, { account: 'north', text: 'Kind regards' }],
      [templates.emptySubject, { account: 'north', subject: '{{ headline }}', text: 'News: {{ headline }}' }],
      [templates.foreign, { account: 'south', subject: 'Not yours', text: 'Not yours' }],
    ]),
    suppressions: new Map(suppressions),
    messages: new Map(),
    ledger: new Ledger(),
    postOffice,
    numbers: new Map(known.numbers.map((number) => [number, 0])),
  };
}

function notification(id: string, account: string): Notification {
  const createdAt = Date.parse('2026-01-02T03:04:05.678Z');
  const threshold = { amount: '512.0', unit: 'MB' };
  return { id, account, simCardId: randomUUID(), threshold, createdAt, updatedAt: createdAt };
}

const statuses = ['waiting', 'active', 'done', 'broken'];

/** Runs of several missions, the oldest first; which fields a run has beside its id and start is nobody's business. */
function runs(account: string, count: number, wire: Wire): Run[] {
  const missions = [randomUUID(), randomUUID(), randomUUID()];
  return Array.from({ length: count }, (_, index) => {
    const startedAt = Date.parse('2026-02-01T00:00:00Z') + Math.floor(index / 2) * 60_000;
    const status = statuses[index % statuses.length] ?? 'done';
    const shown = {
      run_id: randomUUID(),
      ...(index % 7 !== 3 && { mission_id: missions[index % missions.length] }),
      ...(wire.runStatus && { [wire.runStatus]: status }),
      started_at: seconds(startedAt),
      ...(index % 5 !== 1 && { updated_at: seconds(startedAt + 5000) }),
      ...(status === 'done' && { finished_at: seconds(startedAt + 9000), result_payload: { calls: index } }),
      ...(status === 'broken' && { error: '', metadata: {} }),
      attempt: 1,
    };
    return { account, startedAt, status, shown };
  });
}

function documentTypes() {
  const more = Array.from({ length: 28 }, (_, index) => `regional_form_${index + 1}`);
  const names = ['passport', 'business_registration', ...more, 'letter_of_authorization'];
  return names.map((short_name, index) => ({
    short_name,
    ...(index % 4 !== 2 && { description: index % 4 === 3 ? '' : `Document: ${short_name}` }),
    since: 2024,
  }));
}
