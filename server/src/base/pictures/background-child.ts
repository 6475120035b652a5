import { answerAll, type Sharp, sharpFor } from './answering.ts';
import { loaders, maxPixels } from './child.ts';

/* Makes pictures that lie behind the lists of a board. All that `child.ts` says of its process holds. */

const largest = { width: 1920, height: 1200 };

/** Bytes that one may take up. Most do with the first of these qualities; noise is blurred by the last. */
const most = 128 * 1024;
const tries = [
  { ...largest, quality: 72 },
  { ...largest, quality: 48 },
  { width: 1280, height: 800, quality: 40 },
  { width: 640, height: 400, quality: 30 },
];

async function behind(sharp: Sharp, picture: Buffer) {
  const input = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const { autoOrient } = await input.metadata();
  const { width, height } = autoOrient;
  // Decoded once: that takes the longest.
  const { data, info } = await input
    .autoOrient()
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .timeout({ seconds: 15 })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const { quality, ...size } of tries) {
    const preview = await sharp(data, { raw })
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 3 })
      .toBuffer();
    if (preview.length <= most) return { width, height, preview: preview.toString('base64') };
  }
  throw new Error('it cannot be made small');
}

// Only when run as a process: tests import all files of the service.
if (import.meta.main) await answerAll(() => sharpFor(loaders), behind, { isAwaited: true });
