import { Invalid } from '../../base/errors.ts';

/** A row of a file. */
export interface CsvRecord {
  /** The line on which it begins, counted from 1. */
  line: number;
  fields: string[];
}

/**
 * The rows of a text as RFC 4180 has them; lines end in any way, and a quote within a field that does not begin with one
 * stands for itself. Lines with nothing on them are left out. Throws `Invalid` where quotes do not close.
 */
export function* recordsOf(text: string, separator: string): Generator<CsvRecord> {
  const end = new RegExp(`[${separator}\r\n]`, 'g');
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvRecord = { line, fields: [] };
    for (;;) {
      const field = text[at] === '"' ? quoted(text, at, line) : plain(text, at, end);
      record.fields.push(field.value);
      line += field.breaks;
      at = field.end;
      if (text[at] !== separator) break;
      at++;
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
      throw new Invalid(`Line ${line}: there is text after a closing quote`);
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
    if (record.fields.some((value) => value.trim() !== '')) yield record;
  }
}

interface Field {
  value: string;
  /** The place behind it. */
  end: number;
  /** Line breaks within. */
  breaks: number;
}

function plain(text: string, at: number, ends: RegExp): Field {
  ends.lastIndex = at;
  const end = ends.exec(text)?.index ?? text.length;
  return { value: text.slice(at, end), end, breaks: 0 };
}

function quoted(text: string, at: number, line: number): Field {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw new Invalid(`Line ${line}: a quote is opened and never closed`);
  const value = text.slice(at + 1, end).replaceAll('""', '"');
  return { value, end: end + 1, breaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 };
}

/** The text of a file in UTF-8, with or without a byte order mark. Throws `Invalid` for another character set. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd', 1);
    const line = 1 + (before.match(/\r\n|\r|\n/g)?.length ?? 0);
    throw new Invalid(`Line ${line}: the text is not UTF-8; save the file as “CSV UTF-8”`);
  }
}
