import type { ByteRange } from '../base/storage/storage.ts';

/** Image types that cannot run scripts in browsers. SVG is not among them. */
const shownInline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether files of a type are displayed by browsers rather than saved. */
export const isShown = (contentType: string): boolean => shownInline.has(contentType.toLowerCase());

/** The `Content-Disposition` of a file (RFC 6266): displayed if that is safe, otherwise saved, under its own name. */
export function contentDisposition(contentType: string, filename: string): string {
  const kind = isShown(contentType) ? 'inline' : 'attachment';
  // A file name must not contain path separators, control characters or bidirectional control characters.
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
 * The part of a file that a `Range` header requests (RFC 9110, section 14): undefined for the whole file, also for several
 * ranges at once and for an unreadable header; `beyond` if the file ends before it. The package `range-parser` would reject a
 * suffix longer than the file, which requests all of it, and `5-3`, which is not a range.
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
