import type { ByteRange } from '../base/storage/storage.ts';

/** Pictures that no browser runs anything of. SVG is not among them. */
const shownInline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether files of a type are shown by browsers. */
export const isShown = (contentType: string): boolean => shownInline.has(contentType.toLowerCase());

/** How a file is handed out (RFC 6266): shown where that is safe, saved otherwise, under its own name. */
export function contentDisposition(contentType: string, filename: string): string {
  const kind = isShown(contentType) ? 'inline' : 'attachment';
  // Separators of folders, control characters and marks that turn the reading direction have no place in a name.
  const name = filename.toWellFormed().replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/gu, '_');
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const extended = plain === name ? '' : `; filename*=UTF-8''${encoded(name)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

/** The extended form of RFC 8187. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The part of a file that a `Range` header asks for (RFC 9110, section 14): undefined for the whole, which is also the
 * answer to several ranges at once and to what cannot be read; `beyond` where the file ends before it. The package
 * `range-parser` would refuse a suffix longer than the file, which asks for all of it, and `5-3`, which is no range.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    return last === '0' ? 'beyond' : { start: Math.max(size - Number(last), 0), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'beyond';
  return end < start ? undefined : { start, end };
}
