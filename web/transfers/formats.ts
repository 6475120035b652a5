import type { UploadFormat } from '../../contract/imports.ts';

/* What a file is, by its name and by how it begins. */

/** How much of a file is looked at. */
const head = 64 * 1024;

interface Sign {
  format: UploadFormat;
  name?: RegExp;
  start?: RegExp;
}

/** The first one that fits counts; all that a sign has must be there. */
const signs: readonly Sign[] = [
  { format: 'wekan', start: /^PK[^]*wekan\.json/ },
  { format: 'vikunja', start: /^PK[^]{0,64}data\.json/ },
  { format: 'native', start: /^PK/ },
  { format: 'wekan', start: /^\s*\{[^]*"_format"\s*:\s*"wekan-/ },
  { format: 'planka', start: /^\s*\{\s*"item"\s*:/ },
  { format: 'boardtool-json', start: /^\s*\{/ },
  { format: 'kanboard', start: /^"?Task Id"?,/ },
  { format: 'csv', name: /\.(?:csv|txt)$/i },
  { format: 'csv', start: /^[^\n{[]+[,;\t][^\n]*\n/ },
];

export const formatOf = (name: string, start: string): UploadFormat | undefined =>
  signs.find((sign) => (sign.name?.test(name) ?? true) && (sign.start?.test(start) ?? true))?.format;

export async function guess(file: File): Promise<UploadFormat | undefined> {
  return formatOf(file.name, await file.slice(0, head).text());
}
