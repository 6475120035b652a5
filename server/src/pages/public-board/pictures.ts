import { Readable } from 'node:stream';
import { Busy } from '../../base/errors.ts';
import { NoPictures, PictureProcess } from '../../base/pictures/process.ts';
import { ProcessCrash } from '../../base/processes/answers.ts';

/** Max pictures kept, each of some tens of kilobytes; and max number of those that wait to be made. */
const [mostKept, mostWaiting] = [100, 20];

/** Pictures of boards for previews of links: made once for each version of a board, one after the other. */
export class BoardPictures {
  readonly #process: PictureProcess;
  /** The most recently asked for come last. */
  readonly #kept = new Map<string, Promise<Buffer | undefined>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isPossible = true;

  constructor(process: PictureProcess) {
    this.#process = process;
  }

  /** False once it has turned out that the library is not installed. */
  get isPossible(): boolean {
    return this.#isPossible;
  }

  /** The picture of a board in a version, as PNG; undefined if none can be made. Throws `Busy` if too many wait. */
  of(version: string, draw: () => Promise<string>): Promise<Buffer | undefined> {
    const known = this.#kept.get(version);
    if (known) {
      this.#kept.delete(version);
      this.#kept.set(version, known);
      return known;
    }
    if (this.#waiting >= mostWaiting) return Promise.reject(new Busy());
    this.#waiting++;
    const made = this.#last.then(async () => this.#make(await draw())).finally(() => this.#waiting--);
    this.#last = made.catch(() => {});
    this.#keep(version, made);
    return made;
  }

  async #make(svg: string): Promise<Buffer | undefined> {
    if (!this.#isPossible) return undefined;
    const bytes = Buffer.from(svg);
    try {
      return (await this.#process.shrink(Readable.from([bytes]), bytes.length))?.preview;
    } catch (error) {
      // On a busy machine the process may take too long.
      if (error instanceof ProcessCrash) throw new Busy();
      if (!(error instanceof NoPictures)) throw error;
      this.#isPossible = false;
      return undefined;
    }
  }

  #keep(version: string, made: Promise<Buffer | undefined>): void {
    this.#kept.set(version, made);
    made.catch(() => this.#kept.delete(version));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
