import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { answersIn, nextOf, ProcessCrash } from '../processes/answers.ts';
import { lengthOf } from '../processes/frames.ts';
import { type Child, startLimited } from '../processes/start.ts';
import { longestAnswer, type Shrunk, shrunkIn } from './shrunk.ts';

export type { Shrunk } from './shrunk.ts';

/** The library for pictures is not installed, or not for this machine. */
export class NoPictures extends Error {}

interface Running {
  child: Child;
  answers: AsyncIterator<object>;
}

export interface Timing {
  /** Milliseconds that one picture may take. */
  most: number;
  /** Milliseconds after which a process that nobody needs ends. */
  idle: number;
}

/** Pictures that take more memory are not made small. */
const limits = { heap: 64, data: 1024 * 1024 };

const environment = { VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' };

/**
 * Makes small versions of pictures in another process, one after the other. It is started when it is needed, ended when it
 * is not, and has nothing of what the service knows but the picture.
 */
export class PictureProcess {
  readonly #timing: Timing;
  #running: Running | undefined;
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(timing: Timing = { most: 20_000, idle: 10_000 }) {
    this.#timing = timing;
  }

  /** The id of the process; undefined where there is none. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /** Throws `NoPictures` where there is no library. */
  async check(): Promise<void> {
    await this.#within(() => this.#start());
    this.#endLater();
  }

  /**
   * Gives undefined where the file is no picture that can be read. Throws `NoPictures`, `ProcessCrash`, and what `content`
   * throws.
   */
  async shrink(content: Readable, size: number): Promise<Shrunk | undefined> {
    clearTimeout(this.#ending);
    try {
      return shrunkIn(await this.#within(async () => this.#ask(await this.#start(), content, size)));
    } catch (error) {
      // It waits for the rest of a file, or nobody knows for what.
      this.#kill();
      throw error;
    } finally {
      content.destroy();
      this.#endLater();
    }
  }

  /** Ends it at once, for good. */
  close(): void {
    this.#isClosed = true;
    this.#kill();
  }

  async #start(): Promise<Running> {
    if (this.#isClosed) throw new ProcessCrash('it was closed');
    if (this.#running) return this.#running;
    const child = startLimited(new URL('./child.ts', import.meta.url), limits, environment);
    const answers = answersIn(child.stdout, longestAnswer);
    const running = { child, answers };
    this.#running = running;
    const forget = () => {
      if (this.#running === running) this.#running = undefined;
    };
    child.once('exit', forget).once('error', forget);
    // Told by what it answers, or does not.
    child.stdin.on('error', () => {});
    const first = (await nextOf(answers)) as { unavailable?: string };
    if (first.unavailable !== undefined) throw new NoPictures(first.unavailable);
    return running;
  }

  async #ask({ child, answers }: Running, content: Readable, size: number): Promise<object> {
    child.stdin.write(lengthOf(size));
    const answered = nextOf(answers);
    // Where the storage fails too, that is why.
    answered.catch(() => {});
    let sent = 0;
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      sent += chunk.length;
      // What has ended takes nothing more, and has said so.
      if (!child.stdin.writable) break;
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), answered]);
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
    this.#ending = setTimeout(() => this.#running?.child.stdin.end(), this.#timing.idle).unref();
  }

  #kill(): void {
    clearTimeout(this.#ending);
    this.#running?.child.kill('SIGKILL');
    this.#running = undefined;
  }
}
