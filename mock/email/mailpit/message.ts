/** Somebody whom a mail names. */
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

/** What a list entry and a whole message have in common; `Size` in bytes of the whole mail. */
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
