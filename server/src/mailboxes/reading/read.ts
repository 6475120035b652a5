import { createHash } from 'node:crypto';
import EmailReplyParser from 'email-reply-parser';
import { type AddressObject, type Attachment, type ParsedMail, simpleParser } from 'mailparser';
import { newsTextsIn } from '../../base/mail/texts/news.ts';
import { manyLines, oneLine } from '../../base/texts.ts';
import { isAutomatic, verdictIn } from './headers.ts';
import type { Begin, MailFile, ReadMail } from './messages.ts';

/** Characters of the text that are looked at; a comment or description has fewer. */
const longestText = 100_000;

/** Pictures in the text that are smaller are logos of signatures; bytes. */
const smallestPicture = 8 * 1024;

/** Reads a mail. Runs in a process of its own, because the parser may take long for mails that were made to do harm. */
export async function readMail(
  raw: Buffer,
  { trusted, isAnswer }: Begin,
): Promise<{ mail: ReadMail; files: Buffer[] }> {
  const parsed = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true, skipTextLinks: true });
  const lines = parsed.headerLines.map(({ key, line }) => ({
    key: key.toLowerCase(),
    value: line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]/g, ' '),
  }));
  const kept = parsed.attachments.filter(
    ({ related, size }) => size > 0 && (!related || size >= smallestPicture),
  );
  const text = manyLines((parsed.text ?? '').slice(0, longestText)).replace(/\r\n?/g, '\n');
  const mail: ReadMail = {
    from: fromOf(parsed, lines.filter(({ key }) => key === 'from').length),
    isAutomatic: isAutomatic(lines),
    hops: lines.filter(({ key }) => key === 'received').length,
    dmarc: trusted === undefined ? null : verdictIn(lines, trusted),
    identity: parsed.messageId?.slice(0, 1000) ?? createHash('sha256').update(raw).digest('hex'),
    subject: oneLine(parsed.subject ?? ''),
    text: (isAnswer ? answerIn(text) : text).trim(),
    files: kept.map(fileOf),
  };
  return { mail, files: kept.map(({ content }) => content) };
}

/** All addresses, also of groups; none if there is not exactly one header, since programs differ in which they show. */
function fromOf({ from }: ParsedMail, headers: number): string[] {
  if (headers !== 1 || !from) return [];
  return from.value.flatMap((each: AddressObject['value'][number]) =>
    (each.group ?? [each]).map(({ address = '' }) => address),
  );
}

const parser = new EmailReplyParser();

/** Our own first line, in each language that the mail may be in. */
const firstLines = Object.values(newsTextsIn).map(({ replyAbove }) => replyAbove);

/** What is new in an answer: without what it quotes, and without signatures. */
export function answerIn(text: string): string {
  const visible = parser.read(text).getVisibleText();
  const line = firstLines.find((each) => text.includes(each));
  if (line === undefined || !visible.includes(line)) return visible;
  // The quote was not recognized: what comes before our own first line is new.
  const above = text.slice(0, text.indexOf(line)).replace(/[>|\s]+$/, '');
  return parser.read(above).getVisibleText();
}

const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/i;

function fileOf({ filename = '', contentType, size, related }: Attachment): MailFile {
  const name = oneLine(filename.replace(/[\\/]/g, '_'));
  return {
    filename: name.length > 255 ? `${name.slice(0, 200)}${name.slice(-50)}`.toWellFormed() : name || 'file',
    contentType: mediaType.test(contentType) ? contentType.toLowerCase() : 'application/octet-stream',
    size,
    isInline: related === true,
  };
}
