import { Invalid } from './errors.ts';

/** Microseconds of a time in a body. Throws `Invalid`, which names the field, if they cannot be stored. */
export function storable(at: number, name: string): number {
  if (Number.isNaN(at)) throw new Invalid('time-not-storable', { field: `body/${name}` });
  return at;
}
