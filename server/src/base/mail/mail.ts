export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same with a link to press. */
  html: string;
  /** The same for every attempt to send it, so that receivers can tell that they have it. */
  messageId?: string;
  /** The message that begins its thread. */
  inReplyTo?: string;
  /** Where answers go, if not to the sender. */
  replyTo?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Sends mails, after the commit of the changes that requested them. */
export interface Mailer {
  /** Throws if the mail was not accepted; `NotYet` if a later attempt may succeed. */
  send(mail: Mail): Promise<void>;
  /** Whether mails are only logged, because no mail server is set. */
  readonly isOff?: boolean;
  /** Throws if the server cannot be reached or rejects the credentials. */
  check?(): Promise<void>;
  close?(): void;
}

/** The mail server cannot be reached, or asks to retry later. */
export class NotYet extends Error {}
