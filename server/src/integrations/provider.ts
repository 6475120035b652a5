import type { Project } from '../data/integrations/fragments.ts';

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
  /** The boards of the account; those that are closed only if they are asked for. */
  boards(token: string, which?: 'open' | 'all'): Promise<{ id: string; name: string }[]>;
  /** A board, or undefined where the token can read no such board. */
  board(token: string, id: string): Promise<{ id: string; name: string } | undefined>;
  /**
   * What is on a board. Requests wait for their turn, and once more where the provider has a short break; they end with
   * the signal.
   */
  contents(token: string, id: string, signal: AbortSignal): BoardContents;
}

/** Something of a board as the provider gives it: with the names and values that its export of a board has. */
export type Given = Readonly<Record<string, unknown>> & { readonly id: string };

/** Pages of something, the newest first. */
export type Pages = AsyncIterable<readonly Given[]>;

export interface BoardContents {
  /** Its name, lists, labels, members and whatever else there is of it once; undefined where there is no such board. */
  frame(): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Which cards there are, the archived ones, too: no more than their ids. */
  outline(): Pages;
  cards(): Pages;
  card(id: string): Promise<Given | undefined>;
  /** What happened on the board of what an import keeps: comments, and cards made and archived. */
  actions(): Pages;
  /** The same of one card, with what happened while it was on another board. */
  actionsOf(cardId: string): Pages;
  file(file: GivenFile): Promise<FetchedFile>;
}

/** What a file of a card is found by. */
export interface GivenFile {
  cardId: string;
  id: string;
  name: string;
}

/** The bytes of a file, and what it is where that is said; or that it cannot be had, now or later. */
export type FetchedFile =
  | { content: AsyncIterable<Uint8Array>; contentType: string | undefined }
  | { lost: 'gone' | 'refused' };

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

/** The provider has nothing of that name that the token can read. */
export class NotThere extends NoAnswer {}
