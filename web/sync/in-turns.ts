/*
 * Large boards are read, and written to be stored, in turns: all at once, ten thousand cards would hold the page up for a tenth of
 * a second.
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

/** Characters of a turn. */
const piece = 500_000;
const begin = '"cards":[';
const between = '},{"publicId":"';

/** A snapshot, whose cards come last, each beginning with its id. What does not look like that is read all at once. */
export async function parsed(text: string, turn: () => Promise<unknown>): Promise<unknown> {
  const start = text.indexOf(begin) + begin.length;
  if (text.length < 2 * piece || start < begin.length) return JSON.parse(text);
  try {
    const whole = JSON.parse(`${text.slice(0, start)}]}`) as object;
    const end = text.length - ']}'.length;
    const cards: unknown[][] = [];
    for (let at = start; at < end; ) {
      const found = text.indexOf(between, at + piece);
      const to = found < 0 ? end : found + 1;
      await turn();
      cards.push(JSON.parse(`[${text.slice(at, to)}]`) as unknown[]);
      at = to + 1;
    }
    return { ...whole, cards: cards.flat() };
  } catch {
    return JSON.parse(text);
  }
}

/** After what else the page has to do, such as to paint. */
export const afterOthers = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const next = () => {
      port1.close();
      done();
    };
    port1.addEventListener('message', next, { once: true });
    port1.start();
    port2.postMessage(null);
  });

export const inTurns = (text: string): Promise<unknown> => parsed(text, afterOthers);
