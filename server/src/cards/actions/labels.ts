import { sql } from 'kysely';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { cameOrWent } from '../../base/changes/undo-steps.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { deleteRows, insertRow } from '../../base/db/statements.ts';
import { NotFound } from '../../base/errors.ts';
import { cardLabels } from '../../data/cards/tables.ts';
import { changedCard } from '../lookups.ts';

interface LabelOfCard {
  workspaceId: string;
  boardId: string;
  cardId: string;
  labelId: string;
}

export interface FoundLabel {
  id: string;
  name: string;
  /** 1 if it is on the card. */
  on: 0 | 1;
}

const labelForCard = query(
  'cards.labelForCard',
  (_db, p: LabelOfCard) => sql<FoundLabel>`
  select n.id as id, n.name as name, case when cl.label_id is null then 0 else 1 end as "on"
  from labels n
  left join card_labels cl on cl.workspace_id = ${p.workspaceId} and cl.card_id = ${p.cardId} and cl.label_id = n.id
  where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId} and n.id = ${p.labelId}
    and n.deleted_at is null`,
);

const put = insertRow('cards.putLabel', cardLabels);

const take = deleteRows('cards.takeLabel', cardLabels, ['workspace_id', 'board_id', 'card_id', 'label_id']);

/** A label of the board that a granted card is on, or undefined. */
export const findLabel = (tx: Reading, card: Located<'card'>, labelId: string) =>
  tx.first(labelForCard, { workspaceId: card.workspaceId, boardId: card.boardId, cardId: card.id, labelId });

/**
 * Puts a label on a granted card, or takes it off; returns whether that changed anything. If not, nothing is written or
 * recorded.
 */
export async function setLabel(
  { tx, record, quiet }: Work,
  card: Located<'card'>,
  label: FoundLabel,
  wanted: boolean,
): Promise<boolean> {
  if (wanted === (label.on === 1)) {
    quiet();
    return false;
  }
  const { workspaceId, boardId, id: cardId } = card;
  const place = { workspaceId, boardId, cardId, labelId: label.id };
  await (wanted ? tx.run(put, place) : tx.run(take, place));
  await record.activity({
    type: wanted ? 'card.updated.label.added' : 'card.updated.label.removed',
    card: changedCard(card),
    label: { publicId: label.id, name: label.name },
    undo: [cameOrWent('label', `${cardId} ${label.id}`, wanted)],
  });
  return true;
}

/** Puts a label on a card, or takes it off if it is on it. */
export async function toggleLabel(work: Work, cardPublicId: string, labelPublicId: string) {
  const { card, label } = await grantLabel(work, cardPublicId, labelPublicId);
  const newLabel = label.on === 0;
  await setLabel(work, card, label, newLabel);
  return { newLabel };
}

/** Puts a label on a card, if it is not on it. */
export async function addLabel(work: Work, cardPublicId: string, labelPublicId: string) {
  const { card, label } = await grantLabel(work, cardPublicId, labelPublicId);
  await setLabel(work, card, label, true);
  return { success: true };
}

/** Takes a label off a card, if it is on it. */
export async function removeLabel(work: Work, cardPublicId: string, labelPublicId: string) {
  const { card, label } = await grantLabel(work, cardPublicId, labelPublicId);
  await setLabel(work, card, label, false);
  return { success: true };
}

async function grantLabel({ tx, grant }: Work, cardPublicId: string, labelPublicId: string) {
  const card = await grant('card', cardPublicId, 'card:edit');
  const label = await findLabel(tx, card, labelPublicId);
  if (!label) throw new NotFound('unknown-label', { field: 'path/labelPublicId' });
  return { card, label };
}
