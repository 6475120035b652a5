import { randomInt } from 'node:crypto';
import { idCycle } from '../../../contract/ids.ts';
import { fold } from './fold.ts';

/** The randomness of ids; tests replace it. */
export const chance = { int: (from: number, to: number): number => randomInt(from, to) };

/**
 * Creates ids: 16 characters of `0-9a-z`, the first 8 the time in milliseconds (base 36), the rest random. Later ids sort
 * later, also within a millisecond, so rows created together keep their order. A time before that of the last id, of work
 * that began earlier, therefore counts as that of the last id.
 */
export function createIds(): (micros: number) => string {
  let lastTime = 0;
  let lastTail = 0;
  return (micros) => {
    // Eight characters last until May 2059 and then start again, so ids never get longer.
    const time = Math.max(Math.floor(micros / 1000), lastTime);
    lastTail = time === lastTime ? lastTail + chance.int(1, 2 ** 16) : chance.int(0, 2 ** 40);
    lastTime = time;
    return (time % idCycle).toString(36).padStart(8, '0') + lastTail.toString(36).padStart(8, '0');
  };
}

let create = createIds();

export const idLength = 16;

/** Whatever looks like an id in a text, such as a filter. */
export const anyId: RegExp = new RegExp(`[0-9a-z]{${idLength}}`, 'g');

export const idsIn = (text: string): string[] => text.match(anyId) ?? [];

/** A new id, which sorts after all others of this process. */
export const newId = (micros: number): string => create(micros);

/**
 * Lets ids start at any time again. For tests only: each file has its own clock, and may have set it far ahead.
 * @internal
 */
export function forgetLastId(): void {
  create = createIds();
}

/** A slug from a name, made unique by the end of the id; `fallback` replaces a name without Latin letters or digits. */
export function slugFor(name: string, id: string, fallback: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `${words || fallback}-${id.slice(-6)}`;
}
