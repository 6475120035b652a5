import { oneLine as isOneLine } from '../../../contract/text-patterns.ts';

/* Cleans texts from other services, so that they are as if a caller had sent them, and shortens long ones. */

/** Removes control characters, except tabs and line breaks, and halves of surrogate pairs. */
export const manyLines = (text: string): string =>
  text.replace(/(?![\t\n\r\u0085])\p{Cc}/gu, '').toWellFormed();

/**
 * Makes a text a single line (`oneLine` of the contract): each run of control characters and line breaks becomes a space,
 * invisible characters are removed. Empty if nothing visible is left.
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

/** The first `most` characters of a text, and an ellipsis if there are more. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
