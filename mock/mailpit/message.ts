export interface MailAddress {
  Name: string;
  Address: string;
}

/** A file of a mail; `Size` in bytes. */
export interface MailAttachment {
  PartID: string;
  FileName: string;
  ContentType: string;
  ContentID: string;
  Size: number;
}

/** The members that list entries and whole messages have; `Size` in bytes of the source. */
export interface Envelope {
  ID: string;
  MessageID: string;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  Username: string;
  Tags: string[];
  Size: number;
}

/** One message with its bodies, in the shape of Mailpit's API. */
export interface Message extends Envelope {
  ReturnPath: string;
  ListUnsubscribe: { Header: string; Links: string[]; Errors: string; HeaderPost: string };
  Date: string;
  Text: string;
  HTML: string;
  Inline: MailAttachment[];
  Attachments: MailAttachment[];
}

export interface MessageSummary extends Envelope {
  Read: boolean;
  Created: string;
  Attachments: number;
  Snippet: string;
}

/** A page of a mailbox with the mailbox's totals; `count` is the older name for the number of messages on the page. */
export interface MessagesSummary {
  total: number;
  unread: number;
  count: number;
  messages_count: number;
  messages_unread: number;
  start: number;
  tags: string[];
  messages: MessageSummary[];
}
