import { sql } from 'kysely';
import type { Writing } from '../db/database.ts';
import { query } from '../db/query.ts';

/** The cards of which a webhook or channel is told: those that fit each list that is not empty, and the text. */
export interface CardFilter {
  labelPublicIds?: string[];
  memberPublicIds?: string[];
  listPublicIds?: string[];
  /** In the filter language. */
  text?: string;
}

/** A card, as filters look at it. */
export interface FilteredCard {
  workspaceId: string;
  boardId: string;
  id: string;
  listId: string;
}

interface Filtered {
  filter: CardFilter | null;
}

/** Whether a card passes the text of a filter. */
export interface AskedOfCard {
  webhookId: string;
  text: string;
  workspaceId: string;
  boardId: string;
  cardId: string;
}

/** Reads the texts of filters, of which the foundation knows nothing. All that is asked in a change is asked at once. */
export type JudgeCards = (
  tx: Writing,
  asked: readonly AskedOfCard[],
  now: number,
) => Promise<(webhookId: string, cardId: string) => boolean>;

/** The labels and members of a card. Only read where a filter asks for them. */
const onCard = query(
  'channels.onCard',
  (_db, p: { workspaceId: string; cardId: string }) => sql<{ id: string }>`
  select label_id as id from card_labels where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}
  union all
  select member_id from card_members where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}`,
);

/** Those whose lists a card fits. */
export async function fitting<T extends Filtered>(
  tx: Writing,
  all: readonly T[],
  { workspaceId, id: cardId, listId }: FilteredCard,
): Promise<T[]> {
  const asks = all.some(({ filter }) => filter?.labelPublicIds?.length || filter?.memberPublicIds?.length);
  const found = asks ? await tx.all(onCard, { workspaceId, cardId }) : [];
  const ids = new Set([listId, ...found.map(({ id }) => id)]);
  const fits = (wanted: readonly string[] = []) => wanted.length === 0 || wanted.some((id) => ids.has(id));
  return all.filter(({ filter }) => {
    const { labelPublicIds, memberPublicIds, listPublicIds } = filter ?? {};
    return fits(labelPublicIds) && fits(memberPublicIds) && fits(listPublicIds);
  });
}
