import { answerAll, type Sharp, sharpFor } from './answering.ts';

/*
 * Creates previews of pictures in a separate process (`process.ts`), because an untrusted picture may crash the decoder or
 * exploit it. The process has no settings, no keys and no files. It reads pictures from stdin, each preceded by its length,
 * and answers each with a line of JSON. The first line reports whether the library is available.
 */

/** The size of a picture from a 64-megapixel camera. */
export const maxPixels = 2 ** 26;

/** A tile on a board is 270 pixels wide, twice that on a high-density screen; portrait pictures are shown whole. */
const [width, height] = [640, 400];

export const loaders = ['PngBuffer', 'JpegBuffer', 'NsgifBuffer', 'WebpBuffer', 'HeifBuffer'];

async function shrunk(sharp: Sharp, picture: Buffer) {
  // `pages: 1`: only the first frame of an animation.
  const input = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const { autoOrient } = await input.metadata();
  const preview = await input
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .timeout({ seconds: 15 })
    .toBuffer();
  // The preview has no metadata of the original, such as location or camera.
  return { width: autoOrient.width, height: autoOrient.height, preview: preview.toString('base64') };
}

// Only when run as a process: tests import all files of the service.
if (import.meta.main) await answerAll(() => sharpFor(loaders), shrunk);
