/*
 * Markdown as plain text, to be read until it is rendered: without the marks, in about as many lines. Each expression
 * passes over the text once, however it is written.
 */

const marks: readonly (readonly [RegExp, string])[] = [
  // Quotes, headings and fences at the start of a line.
  [/^ {0,3}(?:(?:> ?)+|#{1,6} +|(?:```|~~~).*$)/gm, ''],
  [/^( *)[-*+] +(?:\[[ xX]\] +)?/gm, '$1\u2022 '],
  // Of links and pictures, the text.
  [/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1'],
  [/\*\*|__|~~|`/g, ''],
  // Escaped characters.
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

export const unmarked = (text: string): string =>
  marks.reduce((rest, [mark, by]) => rest.replace(mark, by), text);
