import { answerAll, type Sharp, sharpFor } from './answering.ts';
import { loaders, maxPixels } from './child.ts';

/* Makes pictures that lie behind the lists of a board. All that `child.ts` says of its process holds. */

const [width, height] = [1920, 1200];

/** Bytes that one may take up. Most do with the first of these qualities; noise is blurred by the last. */
const most = 128 * 1024;
const tries = [
  { width, height, quality: 72 },
  { width, height, quality: 48 },
  { width: 1280, height: 800, quality: 40 },
  { width: 640, height: 400, quality: 30 },
];

async function behind(sharp: Sharp, picture: Buffer) {
  const { autoOrient } = await sharp(picture, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    pages: 1,
  }).metadata();
  for (const { quality, ...size } of tries) {
    const preview = await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality, effort: 3 })
      .timeout({ seconds: 15 })
      .toBuffer();
    if (preview.length <= most)
      return { width: autoOrient.width, height: autoOrient.height, preview: preview.toString('base64') };
  }
  throw new Error('it cannot be made small');
}

// Only when run as a process: tests import all files of the service.
if (import.meta.main) await answerAll(() => sharpFor(loaders), behind, { isAwaited: true });
