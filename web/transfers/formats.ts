import type { UploadFormat } from '../../contract/imports.ts';

/* Detects the format of a file, by its name and its first bytes. */

/** Bytes of a file that are examined. */
const head = 64 * 1024;

interface Sign {
  format: UploadFormat;
  name?: RegExp;
  start?: RegExp;
}

/** The first match counts; all conditions of a sign must hold. */
const signs: readonly Sign[] = [
  { format: 'wekan', start: /^PK[^]*wekan\.json/ },
  { format: 'vikunja', start: /^PK[^]{0,64}data\.json/ },
  { format: 'native', start: /^PK/ },
  { format: 'wekan', start: /^\s*\{[^]*"_format"\s*:\s*"wekan-/ },
  { format: 'planka', start: /^\s*\{\s*"item"\s*:/ },
  { format: 'boardtool-json', start: /^\s*\{/ },
  { format: 'kanboard', start: /^"?Task Id"?,/ },
  { format: 'csv', name: /\.(?:csv|tsv|txt)$/i },
  { format: 'csv', start: /^[^\n{[]+[,;\t][^\n]*\n/ },
];

export const formatOf = (name: string, start: string): UploadFormat | undefined =>
  signs.find((sign) => (sign.name?.test(name) ?? true) && (sign.start?.test(start) ?? true))?.format;

export async function guess(file: File): Promise<UploadFormat | undefined> {
  return formatOf(file.name, await file.slice(0, head).text());
}
