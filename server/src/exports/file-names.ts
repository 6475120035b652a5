/* Names of files and folders in a zip: whatever a card is called, its file stays in its folder, on every system. */

/** What no system, or not all of them, takes in a name; and what turns the reading direction or is not seen. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** Names of devices, with or without an extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Of a name at the most: systems take 255 bytes, of which each of these may be three. */
const longest = 60;

/** A text as a name, without an extension. */
export function fileName(text: string): string {
  const plain = text.normalize('NFC').replace(forbidden, ' ').replace(/\s+/gu, ' ').trim();
  // Windows takes no dots and spaces at the end; a dot at the beginning hides a file.
  const cut = plain
    .slice(0, longest)
    .replace(/\p{Cs}$/u, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cut === '' ? 'untitled' : cut.replace(devices, '_$1');
}

/** The same for a file that has an extension, which it keeps. */
export function fileNameWithExtension(text: string): string {
  const [, extension = ''] = /(\.[A-Za-z0-9]{1,10})$/.exec(text) ?? [];
  return fileName(text.slice(0, text.length - extension.length)) + extension.toLowerCase();
}
