import { oneLine as isOneLine } from '../../../contract/schema.ts';

/* Makes texts of elsewhere such as a caller could have sent us. */

/** Without control characters but tabs and what breaks lines, and without halves of surrogate pairs. */
export const manyLines = (text: string): string =>
  text.replace(/(?![\t\n\r\u0085])\p{Cc}/gu, '').toWellFormed();

/**
 * Without what has no place in a line (`oneLine` of the contract): each run of control characters and line breaks
 * becomes a space, what takes no room is left out. Empty where there is nothing to see.
 */
export function oneLine(text: string): string {
  const line = text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .trim();
  return visible.test(line) ? line : '';
}

const visible = new RegExp(isOneLine, 'u');
