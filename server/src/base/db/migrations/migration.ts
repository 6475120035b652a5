import type { EngineName } from '../query.ts';

/** A step of the schema. It is one transaction, and never changes once it has landed. */
export interface Migration {
  readonly name: string;
  /** Statements for both engines, in the dialect of `0001-initial.ts`, separated by semicolons at the end of a line. */
  readonly shared: string;
  /** Statements after those that each engine writes in its own words, such as triggers. */
  readonly own?: Readonly<Record<EngineName, readonly string[]>>;
  /** Tables that hold more or fewer rows afterwards; in all others not one may be lost or made. */
  readonly recounts?: readonly string[];
}
