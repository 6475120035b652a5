/* Tables as files that spreadsheets open. */

/** What a spreadsheet takes for the beginning of a formula, which could send data elsewhere. */
const formula = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
/** The same after a separator of another locale. */
const formulaWithin = /(?<=[;|\t\r\n])'*[=+\-@\uff0b\uff0d\uff1d\uff20]/g;

function fieldOf(text: string): string {
  const within = text.replace(formulaWithin, "'$&");
  const plain = formula.test(text) ? `'${within}` : within;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const rowOf = (fields: readonly string[]): string => `${fields.map(fieldOf).join(',')}\r\n`;

/** As RFC 4180 has it; without the byte order mark, spreadsheets assume the character set of their locale. */
export const csv = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `\ufeff${rowOf(columns)}${rows.map(rowOf).join('')}`;

/** Has the browser save a file. */
export function save(name: string, type: string, content: BlobPart): void {
  const href = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  // The download has begun; its data must outlive this turn.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
