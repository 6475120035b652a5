import type { Rights } from './rights.ts';
import type { Contents } from './store.ts';

/** A board as of a position in the log. */
export interface KeptBoard {
  /** The prefix of card numbers is absent in copies from earlier versions. */
  workspace: { publicId: string; name: string; cardPrefix?: string };
  position: number;
  contents: Contents;
  rights: Rights;
}

/** Stores a board beyond the lifetime of the page. */
export interface BoardKeeper {
  load(): Promise<KeptBoard | undefined>;
  /** Stores the board when the browser is idle. */
  save(read: () => KeptBoard): void;
  /** Deletes the board and its cards. */
  drop(): Promise<void>;
  dropCard(id: string): Promise<void>;
}
