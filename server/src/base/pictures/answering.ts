import { constants, setPriority } from 'node:os';
import { messageOf } from '../message-of.ts';
import { framesIn } from '../processes/frames.ts';

/* What the processes that read pictures have in common. */

/** The library, which can read only the given formats. */
export async function sharpFor(loaders: readonly string[]) {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
}

export type Sharp = Awaited<ReturnType<typeof sharpFor>>;

const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Answers pictures until stdin ends; with a lower priority than the service, unless somebody waits for the answer. */
export async function answerAll(
  load: () => Promise<Sharp>,
  make: (sharp: Sharp, picture: Buffer) => Promise<object>,
  { isAwaited = false } = {},
): Promise<void> {
  try {
    // Requests that wait for a reply come first. At the lowest priority, a busy machine would leave it no time at all.
    if (!isAwaited) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system allows a process to lower its priority.
  }
  const sharp = await load().catch((error: unknown) => {
    // The message continues with many lines of advice for developers.
    answer({ unavailable: messageOf(error).split('\n')[0] });
  });
  if (!sharp) return;
  answer({ ready: true });
  for await (const picture of framesIn(process.stdin as AsyncIterable<Buffer>)) {
    answer(await make(sharp, picture).catch((error: unknown) => ({ unreadable: messageOf(error) })));
  }
}
