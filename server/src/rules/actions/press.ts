import type { Work } from '../../base/changes/change.ts';
import { insertRow } from '../../base/db/statements.ts';
import { Conflict, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { ruleRuns } from '../../data/rules/tables.ts';
import { type RuleRow, rulesOf } from '../queries.ts';
import { forgetOld } from '../run-rows.ts';
import { settingsOf } from '../settings.ts';
import { changesOf, perform } from './perform.ts';
import type { RuleAddress } from './rules.ts';

const log = insertRow('rule_runs.insert', ruleRuns);

/** The button that is pressed. Throws as a grant does, and `Conflict` for what is no button, or off. */
export function buttonOf(known: readonly RuleRow[], rulePublicId: string): RuleRow {
  const rule = known.find(({ id }) => id === rulePublicId);
  if (!rule) throw new NotFound();
  if (rule.kind !== 'button') throw new Conflict('not-a-button');
  if (rule.active === 0) throw new Conflict('rule-paused');
  return rule;
}

/** Runs a button with the rights of who presses it, on these cards; null for none where it takes those of the board. */
export async function pressButton(work: Work, address: RuleAddress, cardIds: readonly string[] | null) {
  const { tx, now, grant, quiet } = work;
  const granted = await grant('board', address.boardPublicId, 'card:edit');
  const board = { workspaceId: granted.workspaceId, boardId: granted.id };
  const rule = buttonOf(await tx.all(rulesOf, board), address.rulePublicId);
  const { then: actions } = settingsOf(rule);
  if (cardIds === null && changesOf(actions) > 0) throw new Invalid('button-needs-card', { field: 'body' });
  const on = cardIds ?? [];
  quiet();
  if (cardIds?.length === 0) return { cards: 0 };
  // A button is pressed where its card is.
  for (const id of on.toSorted())
    if ((await grant('card', id, 'card:edit')).boardId !== board.boardId)
      throw new Invalid('not-found', { field: 'body/cardPublicId' });
  await perform(work, { ...board, rule, actions, cardIds: on });
  const did = actions.map(({ type }) => type).join(' ');
  for (const cardId of on.length > 0 ? on : [null]) {
    const id = newId(now);
    const cause = `press ${id}`;
    const by = { ruleId: rule.id, cause, cardId, depth: 1, createdAt: now };
    await tx.run(log, { ...board, id, state: 'done', actions: did, error: null, ...by });
  }
  const [forget, of] = forgetOld(board, now);
  await tx.run(forget, of);
  return { cards: on.length };
}
