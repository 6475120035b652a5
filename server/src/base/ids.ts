import { randomInt } from 'node:crypto';
import { idCycle } from '../../../contract/ids.ts';
import { fold } from './fold.ts';

/** Where ids get their chance from; a test sets its own. */
export const chance = { int: (from: number, to: number): number => randomInt(from, to) };

/**
 * Makes ids: 16 characters of `0-9a-z`, the first 8 the time in milliseconds (base 36), the rest random. Ids that are made
 * later sort later, also within a millisecond: things made together keep their order. So a time that lies before the last
 * one, of work that began earlier and is still under way, counts as the last one.
 */
export function createIds(): (micros: number) => string {
  let lastTime = 0;
  let lastTail = 0;
  return (micros) => {
    // Eight characters last until May 2059 and then begin again, so that ids never get longer.
    const time = Math.max(Math.floor(micros / 1000), lastTime);
    lastTail = time === lastTime ? lastTail + chance.int(1, 2 ** 16) : chance.int(0, 2 ** 40);
    lastTime = time;
    return (time % idCycle).toString(36).padStart(8, '0') + lastTail.toString(36).padStart(8, '0');
  };
}

let create = createIds();

/** A new id, which sorts after all that this process has made. */
export const newId = (micros: number): string => create(micros);

/**
 * Lets ids begin at any time again. For tests only: each file has a clock of its own, and may have set it far ahead.
 * @internal
 */
export function forgetLastId(): void {
  create = createIds();
}

/** A slug from a name, made unique by the end of the id; `fallback` stands for a name without Latin letters or digits. */
export function slugFor(name: string, id: string, fallback: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `${words || fallback}-${id.slice(-6)}`;
}
