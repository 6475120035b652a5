import type { EngineName } from '../query.ts';

/** A migration of the schema. It runs in one transaction, and never changes once it has landed. */
export interface Migration {
  readonly name: string;
  /** Statements for both engines, with the placeholders of `0001-initial.ts`, separated by semicolons at line ends. */
  readonly shared: string;
  /** Engine-specific statements that run after those, such as triggers. */
  readonly own?: Readonly<Record<EngineName, readonly string[]>>;
  /** Tables whose row count may change; in all others no row may be lost or added. */
  readonly recounts?: readonly string[];
}
