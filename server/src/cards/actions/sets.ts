import { sql } from 'kysely';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import { labelsOnCard } from '../../data/labels/fragments.ts';
import { findLabel, setLabel } from './labels.ts';
import { findMember, membersOn, setMember } from './members.ts';

/* Replaces all labels or all members of a card: the differences are put on or taken off one by one. */

interface OfCard {
  workspaceId: string;
  cardId: string;
}

const labelsOn = query(
  'cards.labelsOn',
  (_db, p: OfCard, fn) => sql<{ id: string; name: string }>`
  select x.id as id, x.name as name ${labelsOnCard(fn, p)} order by x.id`,
);

/** Replaces the labels of a granted card. Throws `Invalid` for one that is not of its board. */
export async function setLabels(work: Work, card: Located<'card'>, given: readonly string[]): Promise<void> {
  const wanted = new Set(given);
  const before = await work.tx.all(labelsOn, { workspaceId: card.workspaceId, cardId: card.id });
  for (const { id, name } of before) {
    if (!wanted.delete(id)) await setLabel(work, card, { id, name, on: 1 }, false);
  }
  for (const id of wanted) {
    const label = await findLabel(work.tx, card, id);
    if (!label) throw new Invalid('unknown-labels', { field: 'body/labelPublicIds', id });
    await setLabel(work, card, label, true);
  }
}

/** Replaces the members of a granted card. Throws `Invalid` for one who is not a member of its workspace. */
export async function setMembers(work: Work, card: Located<'card'>, given: readonly string[]): Promise<void> {
  const wanted = new Set(given);
  // All at once, in the order in which every transaction locks them.
  await work.tx.lock('members', card.workspaceId, [...wanted]);
  const before = await work.tx.all(membersOn, { workspaceId: card.workspaceId, cardId: card.id });
  for (const { id } of before) {
    if (!wanted.delete(id)) await setMember(work, card, { id, on: 1, sees: 1 }, false);
  }
  for (const id of wanted) {
    const member = await findMember(work.tx, card, id);
    if (!member) throw new Invalid('unknown-members', { field: 'body/memberPublicIds', id });
    await setMember(work, card, member, true, `body/memberPublicIds: ${id}`);
  }
}
