import { sql } from 'kysely';
import { holds } from '../../../contract/permissions.ts';
import type { Located } from '../base/access/locate.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { Conflict } from '../base/errors.ts';
import { itemsOnCard } from '../data/checklists/fragments.ts';
import type { TargetList } from './lookups.ts';

/** Titles of checks that a refusal names. */
const named = 5;

const checksOn = query(
  'cards.checks',
  (_db, p: { workspaceId: string; cardId: string; ofCopy: boolean }, fn) => sql<{ title: string }>`
  select x.title as title ${itemsOnCard(fn, p)} and x.acceptance = 1
    and (x.completed = 0 or cast(${p.ofCopy} as bigint) = 1)
  order by x.created_at, x.id limit ${sql.lit(named + 1)}`,
);

/**
 * Throws `Conflict`, naming them, if a list refuses a card because it has open acceptance checks; with `ofCopy` those of its copy, which are
 * all open. The work has locked the card, so that no check is opened meanwhile, and the list. No list refuses templates.
 */
export async function requireChecked(
  tx: Reading,
  card: Located<'card' | 'trashedCard'>,
  { refusesOpenChecks }: Pick<TargetList, 'refusesOpenChecks'>,
  { ofCopy = false } = {},
): Promise<void> {
  if (!refusesOpenChecks) return;
  const { workspaceId, id: cardId } = card;
  const open = await tx.all(checksOn, { workspaceId, cardId, ofCopy });
  if (open.length === 0) return;
  // Who may move a card does not always see it.
  const titles = holds(card.permissions, 'card:view') ? open.map(({ title }) => title) : [];
  throw new Conflict('open-checks', { titles: titles.slice(0, named), more: titles.length > named });
}
