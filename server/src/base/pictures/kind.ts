/** Bytes at the beginning of a file that `isPicture` needs. */
export const tellingBytes = 32;

/**
 * Whether a file is a picture that gets a preview and that browsers show, by its first bytes: PNG, JPEG, GIF, WebP or AVIF.
 * The media type given by the sender is ignored. SVG is excluded, because it can contain scripts.
 */
export function isPicture(beginning: Uint8Array): boolean {
  const text = Buffer.from(beginning).toString('latin1');
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[^]{4}WEBP/.test(text) ||
    // After the size of the box: the file's major brand, or one of its first compatible brands.
    /^[^]{4}ftyp(?:avi[fs]|[^]{4}[^]{4}(?:[^]{4})*?avi[fs])/.test(text)
  );
}
