import { constants, setPriority } from 'node:os';
import { framesIn } from '../processes/frames.ts';

/*
 * Creates previews of pictures in a separate process (`process.ts`), because an untrusted picture may crash the decoder or
 * exploit it. The process has no settings, no keys and no files. It reads pictures from stdin, each preceded by its length,
 * and answers each with a line of JSON. The first line reports whether the library is available.
 */

/** The size of a picture from a 64-megapixel camera. */
const maxPixels = 2 ** 26;

/** A tile on a board is 270 pixels wide, twice that on a high-density screen; portrait pictures are shown whole. */
const [width, height] = [640, 400];

const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const loaders = ['PngloadBuffer', 'JpegloadBuffer', 'NsgifloadBuffer', 'WebploadBuffer', 'HeifloadBuffer'];

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name.replace('load', '')}`) });
  return sharp;
}

type Sharp = Awaited<ReturnType<typeof load>>;

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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Answers pictures until stdin ends. */
async function answerAll(): Promise<void> {
  try {
    // Requests that wait for a reply come first.
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not every system allows a process to lower its priority.
  }
  const sharp = await load().catch((error: unknown) => {
    // The message continues with many lines of advice for developers.
    answer({ unavailable: messageOf(error).split('\n')[0] });
  });
  if (sharp) {
    answer({ ready: true });
    for await (const picture of framesIn(process.stdin as AsyncIterable<Buffer>)) {
      answer(await shrunk(sharp, picture).catch((error: unknown) => ({ unreadable: messageOf(error) })));
    }
  }
}

// Only when run as a process: tests import all files of the service.
if (import.meta.main) await answerAll();
