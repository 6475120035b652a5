import type { Project } from './fragments.ts';

/*
 * What the service asks of a provider. A further provider is a file that fulfils one of these interfaces. Every
 * method takes the token of the user who asks and throws `TokenRefused` or `NoAnswer`.
 */

interface Provider {
  /** What users call it. */
  readonly name: string;
  /** The name of the account that the token belongs to. */
  account(token: string): Promise<string>;
}

export interface CodeHost extends Provider {
  /** The open projects that the token can read. */
  projects(token: string): Promise<{ id: string; name: string }[]>;
  /** A project, whose items are read as they are asked for, or undefined where the token can read no such project. */
  project(token: string, id: string, reading: Reading): Promise<Project | undefined>;
}

/** How something large is read, over many requests. */
export interface Reading {
  /** Seconds that may be spent on waiting until the provider takes requests again, all in all. */
  patience: number;
  /** Ends such a wait. */
  signal?: AbortSignal;
  /** Is told what the provider has and we have no place for: a kind in a few words. */
  leftOut: (kind: string, count?: number, example?: string) => void;
}

export interface BoardTool extends Provider {
  /** The open boards that the token can read. */
  boards(token: string): Promise<{ id: string; name: string }[]>;
}

/** The provider does not accept the token, or the token may do too little. The message is for the user. */
export class TokenRefused extends Error {}

/** The provider is down, too slow, or takes no more requests for now. The message is for the user. */
export class NoAnswer extends Error {
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfter = options.retryAfter;
  }
}

/** The provider cannot do so much at once: it may answer when it is asked for less. */
export class TooMuch extends NoAnswer {}

/** The provider answers, but with something else than it was asked for. */
export class Unfit extends NoAnswer {}
