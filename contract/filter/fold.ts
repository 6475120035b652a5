/*
 * How texts and names are compared: without regard to case, accents and the width of letters. One rule for the page, the
 * service and its tests. Databases differ in this, so it is never left to them.
 */

/** Normalization sorts a run of marks in quadratic time, so no more characters than these are folded at a time. */
const piece = 500;

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

const foldPiece = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');

/** A text as it is compared. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; ) {
    const end = at + piece + (isHighSurrogate(text.charCodeAt(at + piece - 1)) ? 1 : 0);
    folded += foldPiece(text.slice(at, end));
    at = end;
  }
  return folded;
}
