import { randomUUID } from 'node:crypto';
import { Ledger } from './ledger.ts';
import type { Manner } from './manner.ts';
import { type Run, someRuns } from './runs.ts';
import type { Setting } from './setting.ts';

/** The caller. */
export interface Caller {
  apiKey: string;
  account: string;
  mayOverride: boolean;
}

export interface Notification {
  id: string;
  account: string;
  simCardId: string;
  threshold: { amount: string; unit: string };
  createdAt: number;
  updatedAt: number;
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
  madeAt: number;
  /** The time of sending, in milliseconds. */
  due: number;
  shown: Record<string, unknown>;
  html: string | undefined;
  text: string | undefined;
}

/** All data of one server. */
export interface World extends Setting {
  callers: Caller[];
  notifications: Map<string, Notification>;
  runs: Run[];
  /** The number of times that the runs were listed. */
  readings: number;
  documentTypes: { short_name: string; description?: string | null }[];
  templates: Map<string, EmailTemplate>;
  /** By address. */
  suppressions: Map<string, Suppression>;
  messages: Map<string, Message>;
  ledger: Ledger;
  /** Numbers of the inventory, and until when each is held. */
  numbers: Map<string, number>;
}

/** True if members and parameters that nobody knows are refused. */
export function isStrict({ wire, manner }: Setting): boolean {
  return wire.unknown === 'refused' && manner.reading === 'strict';
}

/** The ids and addresses that the profile names as well. */
export const known = {
  notification: '11aaaaaa-0000-4000-8000-000000000001',
  foreignNotification: '11aaaaaa-0000-4000-8000-000000000002',
  threshold: { amount: '512.0', unit: 'MB' as const },
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

export function newWorld(setting: Setting): World {
  const { manner, now } = setting;
  const { templates, suppressed } = known;
  const suppressions: [string, Suppression][] = Object.entries(suppressed).map(([reason, address]) => [
    address,
    { overridable: reason === 'unsubscribe' || reason === 'group' },
  ]);
  return {
    ...setting,
    callers: [
      { apiKey: 'legal-primary-key', account: 'north', mayOverride: true },
      { apiKey: 'legal-restricted-key', account: 'north', mayOverride: false },
      { apiKey: 'legal-other-key', account: 'south', mayOverride: true },
    ],
    notifications: new Map(
      [notification(known.notification, 'north'), notification(known.foreignNotification, 'south')].map((resource) => [
        resource.id,
        resource,
      ]),
    ),
    runs: [...someRuns('north', 60, setting), ...someRuns('south', 3, setting)],
    readings: 0,
    documentTypes: documentTypes(manner),
    templates: new Map<string, EmailTemplate>([
      [templates.rendered, { account: 'north', subject: greeting(manner), text: 'Dear {{ who }}, welcome.' }],
      [templates.withoutSubject, { account: 'north', text: 'Kind regards' }],
      [templates.emptySubject, { account: 'north', subject: '{{ headline }}', text: 'News: {{ headline }}' }],
      [templates.foreign, { account: 'south', subject: 'Not yours', text: 'Not yours' }],
    ]),
    suppressions: new Map(suppressions),
    messages: new Map(),
    ledger: new Ledger(now),
    numbers: new Map(known.numbers.map((number) => [number, 0])),
  };
}

/** The white space that a template leaves is its own business. */
const greeting = ({ showing }: Manner) => (showing === 'much' ? '\n Good   day, {{ who }} ' : 'Good day, {{ who }}');

function notification(id: string, account: string): Notification {
  const createdAt = Date.parse('2026-01-02T03:04:05.678Z');
  const { threshold } = known;
  return { id, account, simCardId: randomUUID(), threshold, createdAt, updatedAt: createdAt };
}

function documentTypes({ showing }: Manner) {
  const more = Array.from({ length: 28 }, (_, index) => `regional_form_${index + 1}`);
  const names = ['passport', 'business_registration', ...more, 'letter_of_authorization'];
  return names.map((short_name, index) => ({
    short_name,
    ...(showing === 'much' && { description: null }),
    ...(index % 4 !== 2 && { description: index % 4 === 3 ? '' : `Document: ${short_name}` }),
    ...(showing !== 'little' && { since: 2024 }),
  }));
}

/** Mail of other people, some at addresses that end like the profile's. */
export function fillOutbox({ postOffice, now }: World): void {
  const addresses = Object.values(known.suppressed).flatMap((address) => [address, `x${address}`, `a.${address}`]);
  for (const [index, email] of addresses.entries()) {
    const people = { from: { email: 'old@legal.example' }, to: [{ email }], cc: [], bcc: [] };
    const letter = { id: `old-${index}`, messageId: `<old-${index}@legal.example>`, references: [], ...people };
    postOffice.post({ ...letter, subject: 'An old mail', text: 'Old.', headers: {} }, now() - 3_600_000);
  }
}
