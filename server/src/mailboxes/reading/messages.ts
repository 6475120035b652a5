/** What the process that reads a mail has to know. */
export interface Begin {
  /** The mail server whose `Authentication-Results` are trusted. */
  trusted: string | undefined;
  /** Whether quotes and signatures are cut off: of answers, but not of mails that become cards. */
  isAnswer: boolean;
}

export interface MailFile {
  filename: string;
  contentType: string;
  size: number;
  /** Whether it belongs to the text, as pictures in it do. */
  isInline: boolean;
}

/** What the service has to know of a mail. */
export interface ReadMail {
  /** All addresses in its `From`. */
  from: string[];
  /** Whether a machine or a mailing list sent it: auto-replies, bounces, newsletters. */
  isAutomatic: boolean;
  /** How many mail servers passed it on. */
  hops: number;
  /** What the trusted mail server says of the sender; null if it says nothing. */
  dmarc: string | null;
  /** What two deliveries of the same mail have in common. */
  identity: string;
  subject: string;
  text: string;
  files: MailFile[];
}

/** Bytes of the files, one after the other, in base64. */
export interface FilePart {
  bytes: string;
}
