/** A mailbox that a mail names. */
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

/** The members of a list entry that a whole message has too; `Size` in bytes of the whole mail. */
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

/** One message with its bodies, as Mailpit's API has it. */
export interface Message extends Envelope {
  ReturnPath: string;
  ListUnsubscribe: { Header: string; Links: string[]; Errors: string; HeaderPost: string };
  Date: string;
  Text: string;
  HTML: string;
  Inline: MailAttachment[];
  Attachments: MailAttachment[];
}

/** One entry of a list of messages. */
export interface MessageSummary extends Envelope {
  Read: boolean;
  Created: string;
  Attachments: number;
  Snippet: string;
}
