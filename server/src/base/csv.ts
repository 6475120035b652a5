import { shortened } from './texts.ts';

/* Tables as files that spreadsheets open. */

/** The byte order mark. Without it, spreadsheets assume the character set of their locale. */
export const csvBegin = '\ufeff';

/** A row of a file as RFC 4180 has it; no field is taken for a formula, or hides another row. */
export const csvRow = (fields: readonly string[]): string => `${fields.map(fieldOf).join(',')}\r\n`;

/** Matches what spreadsheets take for the beginning of a formula, which could send data elsewhere. */
const formula = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/**
 * The same within a field, for spreadsheets whose locale separates fields by other characters than commas: another cell or row may
 * begin there. A line that begins with “- ”, or consists of dashes, is Markdown and not a formula.
 */
const formulaWithin = /(?<=[;|\t\r\n])'*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![+-]*(?:\s|$)))/g;

/** Max characters in a cell of a spreadsheet; more would spill into the next row. */
const longest = 32_000;

function fieldOf(text: string): string {
  const within = text.replace(formulaWithin, "'$&");
  const plain = formula.test(text) ? `'${within}` : within;
  const short = shortened(plain, longest);
  return /[",\r\n]/.test(short) ? `"${short.replaceAll('"', '""')}"` : short;
}
