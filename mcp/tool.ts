import type { Static, TObject } from 'typebox';
import type { Client } from '../contract/client.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Finder } from './finder.ts';

/** What a tool does to what there is; clients decide by it whether they ask their user first. */
export type Effect = 'reads' | 'adds' | 'changes';

/** What a call is carried out with. */
export interface Hands {
  readonly client: Client;
  /** Finds what names, numbers and addresses in arguments mean. */
  readonly find: Finder;
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** Who has none of these permissions is not shown it; empty for everyone. */
  readonly needs: readonly Permission[];
  /** Whether doing it twice is other than doing it once: then what is sent twice within minutes is done once. */
  readonly once?: true;
}

/** Something that an agent can do. */
export interface Tool extends Described {
  readonly input: TObject;
  /** Does it with arguments that fit `input`; returns what the agent is told. */
  readonly run: (hands: Hands, input: never) => Promise<object>;
}

/** A tool whose input is put together from schemas of the contract. */
export const tool = <I extends TObject>(
  described: Described & { input: I; run: (hands: Hands, input: Static<I>) => Promise<object> },
): Tool => described as Tool;
