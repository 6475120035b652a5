import { constants, setPriority } from 'node:os';
import { framesIn } from '../processes/frames.ts';

/*
 * Makes small pictures of what it gets, in a process of its own (`process.ts`): what strangers send is taken apart by code
 * that a picture may bring down, or worse. It has no settings, no keys and no files. On stdin come pictures, each after
 * its length; a line of JSON is the answer to each, and the first line says whether there is a library at all.
 */

/** As many as a camera of 64 megapixels takes. */
const mostPixels = 2 ** 26;

/** A tile of a board is 270 pixels wide, twice that on a dense screen; what is taller than it is wide is shown whole. */
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
  // Of an animation, the first frame.
  const input = sharp(picture, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const { autoOrient } = await input.metadata();
  const preview = await input
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .timeout({ seconds: 15 })
    .toBuffer();
  // Nothing that the original says of itself goes along: not where it was taken, nor with what.
  return { width: autoOrient.width, height: autoOrient.height, preview: preview.toString('base64') };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Answers for as long as there is somebody to ask. */
async function answerAll(): Promise<void> {
  try {
    // Whoever waits for a reply comes first.
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not every system lets a process step back.
  }
  const sharp = await load().catch((error: unknown) => {
    // It goes on with advice for developers of many lines.
    answer({ unavailable: messageOf(error).split('\n')[0] });
  });
  if (sharp) {
    answer({ ready: true });
    for await (const picture of framesIn(process.stdin as AsyncIterable<Buffer>)) {
      answer(await shrunk(sharp, picture).catch((error: unknown) => ({ unreadable: messageOf(error) })));
    }
  }
}

// Only as a process of its own: tests load all files of the service.
if (import.meta.main) await answerAll();
