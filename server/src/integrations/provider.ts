import type { Project } from '../data/integrations/fragments.ts';

/*
 * The interfaces of providers. To add a provider, implement one of them. Every method takes the token of the user and throws
 * `TokenRefused` or `NoAnswer`.
 */

interface Provider {
  /** The name in messages. */
  readonly name: string;
  /** The name of the account that the token belongs to. */
  account(token: string): Promise<string>;
}

export interface CodeHost extends Provider {
  /** The open projects that the token can read. */
  projects(token: string): Promise<{ id: string; name: string }[]>;
  /** A project, whose items are read lazily, or undefined if the token can read no such project. */
  project(token: string, id: string, reading: Reading): Promise<Project | undefined>;
}

/** Options for reading something large in many requests. */
export interface Reading {
  /** Max seconds in all to wait for the provider to accept requests again. */
  patience: number;
  /** Aborts such a wait. */
  signal?: AbortSignal;
  /** Called for data without an equivalent here, as a kind in a few words. */
  leftOut: (kind: string, count?: number, example?: string) => void;
}

export interface BoardTool extends Provider {
  /** The boards of the account: by default only open ones. */
  boards(token: string, which?: 'open' | 'all'): Promise<{ id: string; name: string }[]>;
  /** A board, or undefined if the token can read no such board. */
  board(token: string, id: string): Promise<{ id: string; name: string } | undefined>;
  /**
   * The contents of a board. Requests are throttled and retried after short outages of the provider; the signal aborts them.
   */
  contents(token: string, id: string, signal: AbortSignal): BoardContents;
}

/** An object of a board as the provider returns it, with the same fields as in its board export. */
export type Given = Readonly<Record<string, unknown>> & { readonly id: string };

/** Pages of objects, newest first. */
export type Pages = AsyncIterable<readonly Given[]>;

export interface BoardContents {
  /** Its name, lists, labels, members and other data of the board itself; undefined if there is no such board. */
  frame(): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** The ids of all cards, including archived ones. */
  outline(): Pages;
  cards(): Pages;
  card(id: string): Promise<Given | undefined>;
  /** The actions that an import keeps: comments, and creation and archiving of cards. */
  actions(): Pages;
  /** The same for one card, including actions from when it was on another board. */
  actionsOf(cardId: string): Pages;
  file(file: GivenFile): Promise<FetchedFile>;
}

/** Identifies a file of a card. */
export interface GivenFile {
  cardId: string;
  id: string;
  name: string;
}

/** The bytes of a file, with its content type if known; or the reason why it can never be fetched. */
export type FetchedFile =
  | { content: AsyncIterable<Uint8Array>; contentType: string | undefined }
  | { lost: 'gone' | 'refused' };

/** The provider does not accept the token, or the token lacks permissions. The message is for the user. */
export class TokenRefused extends Error {}

/** The provider is down, too slow, or accepts no more requests for now. The message is for the user. */
export class NoAnswer extends Error {
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfter = options.retryAfter;
  }
}

/** The request is too large for the provider; a smaller one may succeed. */
export class TooMuch extends NoAnswer {}

/** The reply of the provider does not match the schema. */
export class Unfit extends NoAnswer {}

/** There is no such object at the provider, or the token cannot read it. */
export class NotThere extends NoAnswer {}
