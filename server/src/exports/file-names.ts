/* Names of files and folders in a zip, valid on every system: no title of a card can lead out of its folder. */

/** Characters that some system forbids in a name, and those that are invisible or change the text direction. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/** Names of devices on Windows, with or without an extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Max UTF-16 units of a name: systems allow 255 bytes, and a unit may take three. */
const longest = 60;

/** Converts a text to a name without an extension. */
export function fileName(text: string): string {
  const plain = text.normalize('NFC').replace(forbidden, ' ').replace(/\s+/gu, ' ').trim();
  // Windows forbids dots and spaces at the end; a leading dot hides a file.
  const cut = plain
    .slice(0, longest)
    .replace(/\p{Cs}$/u, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cut === '' ? 'untitled' : cut.replace(devices, '_$1');
}

/** The same for the name of a file, which keeps its extension. */
export function fileNameWithExtension(text: string): string {
  const [, extension = ''] = /(\.[A-Za-z0-9]{1,10})$/.exec(text) ?? [];
  return fileName(text.slice(0, text.length - extension.length)) + extension.toLowerCase();
}
