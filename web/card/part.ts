import type { ReplyOf } from '../../contract/operation.ts';
import type { routes } from '../../contract/routes.ts';
import type { OpenBoard } from '../board/open.ts';

export type WholeCard = ReplyOf<typeof routes.cards.get>;

/** What the parts of a card's page work on. */
export interface CardPart {
  board: OpenBoard;
  id: string;
  card: WholeCard;
  etag: string;
  /** Does something and shows what came of it; says what was wrong. */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Shows the card as it will be, until it is read again. */
  show: (card: WholeCard) => void;
}
