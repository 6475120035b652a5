import type { OpenBoard } from '../board/open.ts';
import type { Mutation } from '../sync/mutation.ts';
import type { CardReader } from '../sync/whole.ts';
import type { OnCard } from './commands.ts';

/** What the parts of a card's page work on. */
export interface CardPart extends OnCard {
  board: OpenBoard;
  /** Whether it was read; where it was not, only what was changed here is shown. */
  isRead: boolean;
  reader: CardReader;
  /** Does something that needs a connection, and shows what came of it; says what was wrong. */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Does it: it is shown at once, and sent when that can be. */
export const perform = ({ outbox }: OpenBoard, mutation: Mutation): void => outbox.add(mutation);
