import type { OpenBoard } from '../board/open.ts';
import type { CardReader } from '../sync/card-reader.ts';
import type { Mutation } from '../sync/mutation.ts';
import type { OnCard } from './commands.ts';

/** The props of the parts of a card's page. */
export interface CardPart extends OnCard {
  board: OpenBoard;
  /** Whether the card was read; if not, only the user's own changes are shown. */
  isRead: boolean;
  reader: CardReader;
  /** Does something that needs a connection, and shows the result or the error. */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Whether the user may change the card. */
  mayEdit: boolean;
  /** Opens the browser's file chooser, and attaches what is chosen. */
  chooseFiles: () => void;
}

export type Checklist = CardPart['card']['checklists'][number];
export type Item = Checklist['items'][number];

/** The name of the user who completed something, if the board shows them. */
export const nameOfUser = ({ store }: OpenBoard, id: string | null | undefined): string | undefined =>
  store.members.value
    .map((member) => store.get('member', member).value?.user)
    .find((user) => id !== undefined && user?.id === id)?.name ?? undefined;

/** Performs a mutation: it is shown at once, and sent when possible. */
export const perform = ({ outbox }: OpenBoard, mutation: Mutation): void => outbox.add(mutation);
