import { createRequire } from 'node:module';

/** A mail as a mail program reads it. */
export interface ReadMail {
  subject?: string;
  text?: string;
  html: string | false;
  messageId?: string;
  inReplyTo?: string;
  references?: string | string[];
  headerLines: readonly { key: string; line: string }[];
}

/** The parser, which has no types. */
const { simpleParser } = createRequire(import.meta.url)('mailparser') as {
  simpleParser: (raw: Buffer, options: { skipImageLinks: boolean }) => Promise<ReadMail>;
};

export const readMail = (raw: Buffer): Promise<ReadMail> => simpleParser(raw, { skipImageLinks: true });
