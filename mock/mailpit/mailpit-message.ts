/** A mailbox in the shape of Mailpit's API. */
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

/** One mail in the shape of Mailpit's API; `Size` in bytes of the source. */
export interface Message {
  ID: string;
  MessageID: string;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  ReturnPath: string;
  Subject: string;
  ListUnsubscribe: { Header: string; Links: string[]; Errors: string; HeaderPost: string };
  Date: string;
  Username: string;
  Tags: string[];
  Size: number;
  Text: string;
  HTML: string;
  Inline: MailAttachment[];
  Attachments: MailAttachment[];
}
