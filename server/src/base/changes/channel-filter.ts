import { sql } from 'kysely';
import type { Writing } from '../db/database.ts';
import { query } from '../db/query.ts';

/** The cards of which a channel is told: those that fit each list that is not empty. */
export interface ChannelFilter {
  labelPublicIds?: string[];
  memberPublicIds?: string[];
  listPublicIds?: string[];
}

/** A card, as filters look at it. */
export interface FilteredCard {
  workspaceId: string;
  id: string;
  listId: string;
}

interface Filtered {
  filter: ChannelFilter | null;
}

/** The labels and members of a card. Only read where a filter asks for them. */
const onCard = query(
  'channels.onCard',
  (_db, p: { workspaceId: string; cardId: string }) => sql<{ id: string }>`
  select label_id as id from card_labels where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}
  union all
  select member_id from card_members where workspace_id = ${p.workspaceId} and card_id = ${p.cardId}`,
);

/** Those whose filter a card fits. */
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
