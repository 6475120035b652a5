import type { Static, TObject } from 'typebox';
import type { Client } from '../contract/client.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Files } from './client.ts';
import type { Finder } from './finder.ts';

/** The effect of a tool on stored data; clients decide by it whether to ask their user first. */
export type Effect = 'reads' | 'adds' | 'changes';

/** The objects that a call is carried out with. */
export interface Hands {
  readonly client: Client;
  /** Resolves names, numbers and addresses in arguments. */
  readonly find: Finder;
  /** Transfers bytes, which the client of the contract does not. */
  readonly files: Files;
}

/** A picture in a result. */
export class Picture {
  readonly about: object;
  readonly base64: string;
  readonly mimeType: string;

  /** `about` is what the result says of it in words. */
  constructor(about: object, base64: string, mimeType: string) {
    this.about = about;
    this.base64 = base64;
    this.mimeType = mimeType;
  }
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** The tool is hidden from callers with none of these permissions; empty for everyone. */
  readonly needs: readonly Permission[];
  /** Whether a repetition would have another effect; if so, a call repeated within minutes takes effect once. */
  readonly once?: (input: object) => boolean;
}

/** An operation that an agent can call. */
export interface Tool extends Described {
  readonly input: TObject;
  /** Runs it with arguments that match `input`; returns the result for the agent. */
  readonly run: (hands: Hands, input: never) => Promise<object>;
}

/** A tool whose input is composed of schemas of the contract. */
export const tool = <I extends TObject>(
  described: Described & { input: I; run: (hands: Hands, input: Static<I>) => Promise<object> },
): Tool => described as Tool;

/** Of tools that add something whatever they are given. */
export const always = (): boolean => true;
