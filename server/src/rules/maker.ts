import type { Actor } from '../base/access/actor.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import type { RuleRow } from './queries.ts';

const makerOf = query('rules.maker', (db, p: { id: string }) =>
  db
    .selectFrom('users')
    .select(['email', 'name', 'time_zone as timeZone', 'disabled_at as disabledAt', 'bot_since as botSince'])
    .where('id', '=', p.id),
);

interface Maker {
  /** Undefined if their account is closed. */
  actor: Actor | undefined;
  /** The same, also for a closed account: for what is recorded, not for what is granted. */
  recorded: Actor;
}

/** Whom a rule acts for: its maker, on its board, with no more than the credential allowed with which they made it. */
export async function makerAt(db: Reading, rule: RuleRow, depth: number, now: number): Promise<Maker> {
  const found = await db.first(makerOf, { id: rule.madeBy });
  const recorded: Actor = {
    userId: rule.madeBy,
    email: found?.email ?? '',
    name: found?.name ?? null,
    timeZone: found?.timeZone ?? null,
    mask: rule.mask,
    workspaceId: rule.workspaceId,
    openBoards: rule.boardId,
    limited: true,
    credential: { kind: 'session', id: '', lastUsedAt: now },
    rule: { id: rule.id, name: rule.name, depth },
    ...(found && found.botSince !== null ? { isBot: true } : {}),
  };
  return { actor: found && found.disabledAt === null ? recorded : undefined, recorded };
}
