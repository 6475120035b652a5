import type { PermissionMask } from '../../../../contract/permissions.ts';
import type { When } from '../../../../contract/rule-shapes.ts';
import type { Writing } from '../../base/db/database.ts';
import { insertRows, updateRow } from '../../base/db/statements.ts';
import type { ContentOf } from '../../base/db/table.ts';
import { anyId, newId } from '../../base/ids.ts';
import { rules } from './tables.ts';
import { stateOf } from './times.ts';

/* Statements by which other domains write rules. */

const insert = insertRows('rules.insertMany', rules, [
  'workspace_id',
  'board_id',
  'since',
  'mask',
  'made_by',
  'created_at',
]);

export const setRuleSettings = updateRow('rules.setSettings', rules, ['settings']);

/** A rule that is taken over to another board. */
export interface TakenRule extends ContentOf<typeof rules> {
  active: 0 | 1;
  /** Whether the one who takes it over has made it: nothing runs for somebody who has not looked at it. */
  isOwn: boolean;
}

interface Place {
  workspaceId: string;
  boardId: string;
}

/** Adds rules to a board, for who takes them over; `twinOf` says what ids become. */
export async function takeOverRules(
  { tx, now, actor }: { tx: Writing; now: number; actor: { userId: string; mask: PermissionMask } },
  place: Place,
  taken: readonly TakenRule[],
  twinOf: (id: string) => string,
): Promise<void> {
  if (taken.length === 0) return;
  const rows = taken.map(({ isOwn, active, ...content }) => {
    const { when } = JSON.parse(content.settings) as { when: When };
    const paused = !isOwn ? 'copied' : active === 1 ? null : 'off';
    const { since: _, ...state } = stateOf(when, paused, now);
    return {
      ...content,
      ...state,
      id: newId(now),
      settings: content.settings.replace(anyId, twinOf),
    };
  });
  const by = { since: now, mask: actor.mask, madeBy: actor.userId, createdAt: now };
  await tx.run(insert, { ...place, ...by, rows });
}
