import type { Manner } from './manner.ts';
import type { PostOffice } from './post-office.ts';

/** The setting of one server. */
export interface Setting {
  wire: Wire;
  /** True if answers about an email have `data`, or any message at all. */
  envelope: 'data' | 'other' | 'none';
  manner: Manner;
  /** In milliseconds. */
  now: () => number;
  /** The time that a message is on its way before it can be replied to. */
  sendingMs: number;
  postOffice: PostOffice;
}

/** The names that the source leaves open. */
export interface Wire {
  emailPath: string;
  idempotencyHeader: string;
  /** The same name on both lists. */
  pageNumber: string;
  /** The name on mission runs; on document types it is `page[size]` by the source. */
  pageSize: string;
  /** The member of an address object that holds the address. */
  address: string;
  fromName: string;
  replyTo: string;
  headers: string;
  tags: string;
  metadata: string;
  group: string;
  override: string;
  tracking: string;
  replyAll: string;
  /** Undefined: this deployment has no sandbox. */
  sandbox?: string;
  /** The member of a run that shows its status. */
  runStatus?: string;
  /** True if attachments and inlining of CSS are known (and have no effect). */
  extras: boolean;
  /** The treatment of unknown members and query parameters, and of read-only members in an update. */
  unknown: 'refused' | 'ignored';
}

export const wires: Record<'assumed' | 'other', Wire> = {
  assumed: {
    emailPath: '/email_messages',
    idempotencyHeader: 'Idempotency-Key',
    pageNumber: 'page[number]',
    pageSize: 'page[size]',
    address: 'email',
    fromName: 'from_name',
    replyTo: 'reply_to',
    headers: 'headers',
    tags: 'tags',
    metadata: 'metadata',
    group: 'group_id',
    override: 'ignore_suppression',
    tracking: 'tracking_settings',
    replyAll: 'reply_to_all',
    sandbox: 'sandbox_mode',
    runStatus: 'status',
    extras: true,
    unknown: 'refused',
  },
  other: {
    emailPath: '/mail/messages',
    idempotencyHeader: 'X-Request-Key',
    pageNumber: 'page',
    pageSize: 'per_page',
    address: 'address',
    fromName: 'sender_name',
    replyTo: 'answer_to',
    headers: 'custom_headers',
    tags: 'labels',
    metadata: 'custom_metadata',
    group: 'unsubscribe_group',
    override: 'override_suppressions',
    tracking: 'tracking',
    replyAll: 'reply_all',
    extras: false,
    unknown: 'ignored',
  },
};
