/*
 * What is stored of large boards is made into text, and read back, in turns: all at once, ten thousand cards would hold the page
 * up for a tenth of a second after every change.
 */

/** Things of a turn. */
const each = 1000;

/** Some things as JSON, in pieces; `turn` resolves when it is time for the next. */
export async function written<T>(things: readonly T[], turn: () => Promise<unknown>): Promise<string[]> {
  const pieces: string[] = [];
  for (let at = 0; at < things.length; at += each) {
    if (at > 0) await turn();
    pieces.push(JSON.stringify(things.slice(at, at + each)));
  }
  return pieces;
}

/** The things of such pieces. */
export async function read<T>(pieces: readonly string[], turn: () => Promise<unknown>): Promise<T[]> {
  const things: T[][] = [];
  for (const piece of pieces) {
    if (things.length > 0) await turn();
    things.push(JSON.parse(piece) as T[]);
  }
  return things.flat();
}

/** After what else the page has to do, such as to paint. */
export const afterOthers = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
