import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { answersIn, nextOf, ProcessCrash } from '../processes/answers.ts';
import { lengthOf } from '../processes/frames.ts';
import { type Child, startLimited } from '../processes/start.ts';
import { longestAnswer, type Shrunk, shrunkIn } from './shrunk.ts';

export type { Shrunk } from './shrunk.ts';

/** The image library is not installed, or not for this platform. */
export class NoPictures extends Error {}

interface Running {
  child: Child;
  answers: AsyncIterator<object>;
}

export interface Timing {
  /** Milliseconds that one picture may take. */
  most: number;
  /** Milliseconds after which an idle process is ended. */
  idle: number;
}

/** Pictures that need more memory get no preview. */
const limits = { heap: 64, data: 1024 * 1024 };

const environment = { VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' };

/** What the process does: makes previews of pictures, pictures behind lists, or a picture of a drawing of our own. */
type Script = 'child.ts' | 'background-child.ts' | 'drawing-child.ts';

/**
 * Creates previews of pictures in another process, one at a time. The process is started on demand and ended when idle, and
 * it gets nothing from the service except the picture.
 */
export class PictureProcess {
  readonly #timing: Timing;
  readonly #script: Script;
  #running: Running | undefined;
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(timing: Timing = { most: 20_000, idle: 10_000 }, script: Script = 'child.ts') {
    this.#timing = timing;
    this.#script = script;
  }

  /** The id of the process; undefined if there is none. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /** Throws `NoPictures` if the library is not available. */
  async check(): Promise<void> {
    await this.#within(() => this.#start());
    this.#endLater();
  }

  /**
   * Returns undefined if the file is not a readable picture. Throws `NoPictures`, `ProcessCrash`, and any error of `content`.
   */
  async shrink(content: Readable, size: number): Promise<Shrunk | undefined> {
    clearTimeout(this.#ending);
    try {
      return shrunkIn(await this.#within(async () => this.#ask(await this.#start(), content, size)));
    } catch (error) {
      // The process may still wait for the rest of a file, or be in an unknown state.
      this.#kill();
      throw error;
    } finally {
      content.destroy();
      this.#endLater();
    }
  }

  /** Ends the process at once; it cannot be started again. */
  close(): void {
    this.#isClosed = true;
    this.#kill();
  }

  async #start(): Promise<Running> {
    if (this.#isClosed) throw new ProcessCrash('it was closed');
    if (this.#running) return this.#running;
    const child = startLimited(new URL(this.#script, import.meta.url), limits, environment);
    const answers = answersIn(child.stdout, longestAnswer);
    const running = { child, answers };
    this.#running = running;
    const forget = () => {
      if (this.#running === running) this.#running = undefined;
    };
    child.once('exit', forget).once('error', forget);
    // A broken pipe shows in the answers, or in their absence.
    child.stdin.on('error', () => {});
    const first = (await nextOf(answers)) as { unavailable?: string };
    if (first.unavailable !== undefined) throw new NoPictures(first.unavailable);
    return running;
  }

  async #ask({ child, answers }: Running, content: Readable, size: number): Promise<object> {
    child.stdin.write(lengthOf(size));
    const answered = nextOf(answers);
    // If the storage fails as well, its error is the one to report.
    answered.catch(() => {});
    let sent = 0;
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      sent += chunk.length;
      // An ended process accepts no more data; `answered` reports why.
      if (!child.stdin.writable) break;
      if (!child.stdin.write(chunk))
        await Promise.race([once(child.stdin, 'drain').catch(() => answered), answered]);
    }
    if (child.stdin.writable && sent !== size) throw new Error(`a file of ${size} bytes has ${sent}`);
    return answered;
  }

  async #within<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ProcessCrash('it took too long')), this.#timing.most);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #endLater(): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      // It takes a moment to end: whoever comes meanwhile must get another one.
      const ending = this.#running;
      this.#running = undefined;
      ending?.child.stdin.end();
    }, this.#timing.idle).unref();
  }

  #kill(): void {
    clearTimeout(this.#ending);
    this.#running?.child.kill('SIGKILL');
    this.#running = undefined;
  }
}
