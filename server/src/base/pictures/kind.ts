/** Bytes at the beginning of a file that tell a picture. */
export const tellingBytes = 32;

/**
 * Whether a file is a picture of a kind that is made small and shown in browsers, by how it begins: PNG, JPEG, GIF, WebP or
 * AVIF. What its sender calls it does not count. SVG is not among them: it is a document that runs.
 */
export function isPicture(beginning: Uint8Array): boolean {
  const text = Buffer.from(beginning).toString('latin1');
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[^]{4}WEBP/.test(text) ||
    // The brand of a file, or one of the first that it is compatible with, after the size of the box.
    /^[^]{4}ftyp(?:avi[fs]|[^]{4}[^]{4}(?:[^]{4})*?avi[fs])/.test(text)
  );
}
