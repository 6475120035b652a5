import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Invalid, Unavailable } from '../errors.ts';
import { storing } from '../storage/disk.ts';
import { answersIn, nextOf, ProcessCrash } from './answers.ts';
import { lengthOf } from './frames.ts';
import { kinds, longestAnswer, type Refusal } from './messages.ts';
import { type Child, startLimited } from './start.ts';

/** Resource limits of a process, which shares the machine's memory with the service. */
const limits = { heap: 96, data: 768 * 1024, cpu: 600 };

/** Max milliseconds for one answer, unless stated otherwise. */
const maxTime = 300_000;

/** Without the cache of compiled code the process would load the compiler, which takes 27 MB. */
function environment(): Record<string, string> {
  const cache = getCompileCacheDir();
  return {
    UV_THREADPOOL_SIZE: '1',
    MALLOC_ARENA_MAX: '2',
    ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }),
  };
}

/** A process that reads one untrusted file, which can exhaust only the memory of that process. */
export class FileProcess {
  readonly #child: Child;
  readonly #answers: AsyncIterator<object>;
  readonly #begun: Promise<unknown>;
  /** The signal that ended the process, if any. */
  readonly #ended: Promise<NodeJS.Signals | null>;
  readonly #maxTime: number;
  #isLate = false;

  /** `begin` is the first message to the script; `most` the milliseconds for one answer. */
  constructor(script: URL, begin: object = {}, most: number = maxTime) {
    this.#maxTime = most;
    this.#child = startLimited(script, limits, environment());
    this.#answers = answersIn(this.#child.stdout, longestAnswer);
    this.#ended = endOf(this.#child);
    // Both failures also show as a missing answer.
    this.#ended.catch(() => {});
    this.#child.stdin.on('error', () => {});
    this.#begun = this.#ask(kinds.begin, Buffer.from(JSON.stringify(begin)));
    this.#begun.catch(() => {});
  }

  /** The id of the process. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Sends one message at a time. Throws `Invalid` if the answer is that the file is invalid, and `ProcessCrash`, with a
   * sentence for the user who sent it, if there is no answer.
   */
  async ask(message: Uint8Array | 'end' | 'next'): Promise<object> {
    await this.#begun;
    return typeof message === 'string' ? this.#ask(kinds[message]) : this.#ask(kinds.bytes, message);
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended.catch(() => {});
  }

  async #ask(kind: number, content: Uint8Array = new Uint8Array()): Promise<object> {
    const { stdin } = this.#child;
    stdin.write(Buffer.concat([lengthOf(1 + content.length), Buffer.of(kind), content]));
    const { invalid, failed, ...answer } = (await this.#answer()) as Refusal;
    if (invalid) throw new Invalid(...invalid);
    if (failed) throw failureOf(failed);
    return answer;
  }

  async #answer(): Promise<object> {
    const timer = setTimeout(() => {
      this.#isLate = true;
      this.#child.kill('SIGKILL');
    }, this.#maxTime);
    try {
      return await nextOf(this.#answers);
    } catch (error) {
      this.#child.kill('SIGKILL');
      const reason = await this.#reason();
      throw new ProcessCrash(`The file could not be read: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async #reason(): Promise<string> {
    const signal = await this.#ended;
    if (this.#isLate || signal === 'SIGXCPU') return 'reading it took longer than is allowed';
    // Node ends this way if it runs out of memory.
    const isFull = signal === 'SIGABRT' || signal === 'SIGTRAP';
    return isFull ? 'reading it took more memory than is allowed' : 'the process that read it was ended';
  }
}

/** Rejects if the process could not be started, which is not the file's fault. */
function endOf(child: Child): Promise<NodeJS.Signals | null> {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.Signals | null>();
  child.once('exit', (_code, signal) => resolve(signal));
  child.once('error', (error) => reject(new Unavailable(error)));
  return promise;
}

/** A disk error is not the file's fault. An unexpected error counts as the file's fault, and is logged. */
function failureOf(failed: NonNullable<Refusal['failed']>): unknown {
  const cause = Object.assign(new Error(failed.message), failed);
  if (failed.code !== undefined) return storing(cause);
  return new ProcessCrash('The file could not be read; the log of the service says why', { cause });
}
