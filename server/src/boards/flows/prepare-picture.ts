import { Readable } from 'node:stream';
import { Busy, Invalid, Unavailable } from '../../base/errors.ts';
import { SharedRoom } from '../../base/http/shared-room.ts';
import { isPicture, tellingBytes } from '../../base/pictures/kind.ts';
import { NoPictures, PictureProcess } from '../../base/pictures/process.ts';
import { ProcessCrash } from '../../base/processes/answers.ts';

/** Returns what makes pictures fit to lie behind the lists of a board: one at a time, of an account one of two that wait. */
export function preparesPictures(stopping: AbortSignal): (userId: string, given: string) => Promise<string> {
  const pictures = new PictureProcess({ most: 20_000, idle: 10_000 }, 'background-child.ts');
  stopping.addEventListener('abort', () => pictures.close());
  const room = new SharedRoom({ size: 1, mayWait: 20, patience: 20_000 }, { atOnce: 1, mayWait: 2 });
  return (userId, given) => room.during(userId, () => prepared(pictures, Buffer.from(given, 'base64')));
}

/** The picture as WebP in base64. Throws `Invalid` for what is none. */
async function prepared(pictures: PictureProcess, given: Buffer): Promise<string> {
  if (!isPicture(given.subarray(0, tellingBytes))) throw notReadable();
  try {
    const made = await pictures.shrink(Readable.from([given], { objectMode: false }), given.length);
    if (!made) throw notReadable();
    return made.preview.toString('base64');
  } catch (error) {
    if (error instanceof NoPictures) throw new Unavailable(error);
    // A picture that needs too much memory or time; on a busy machine a common one may.
    throw error instanceof ProcessCrash ? new Busy() : error;
  }
}

const notReadable = () => new Invalid('unreadable-picture', { field: 'body/picture' });
