import type { Warnings } from '../warnings.ts';
import type { LineOf } from './schemas.ts';

/** The largest picture that the service makes, and the part of a WebP that is one. */
const [widest, highest] = [1920, 1200];
const headerBytes = 30;

/**
 * Whether a picture is like those that the service makes: one lossy frame and nothing else, of a bounded size. All who open
 * the board have their browsers decode it; other forms may be huge, animated or tell where a photo was taken.
 */
function isOwnPicture(base64: string): boolean {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < headerBytes) return false;
  const isFrame =
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 16) === 'WEBPVP8 ' &&
    bytes.readUIntBE(23, 3) === 0x9d012a;
  const size = bytes.readUInt32LE(16);
  const isWhole = 20 + size + (size % 2) === bytes.length;
  // The two highest bits say how a decoder may scale it.
  const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  return isFrame && isWhole && width <= widest && height <= highest;
}

/** The picture of a board in a file, unless its form is another one. */
export function ownPicture({ picture = null }: LineOf<'board'>, warnings: Warnings): string | null {
  if (picture === null || isOwnPicture(picture)) return picture;
  warnings.leftOut('pictures behind boards that were not made here');
  return null;
}
