export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails, after the commit of the changes that asked for them. */
export interface Mailer {
  /** Throws where the mail was not taken; `NotYet` where it may be in a moment. */
  send(mail: Mail): Promise<void>;
  /** Throws where the server cannot be reached, or does not let us in. */
  check?(): Promise<void>;
  close?(): void;
}

/** The mail server cannot be reached, or asks to come again. */
export class NotYet extends Error {}
