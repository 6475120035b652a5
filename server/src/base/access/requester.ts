import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { Forbidden } from '../errors.ts';
import type { Actor, KeyName } from './actor.ts';

/** The user who started a background task, and the credential used. */
export interface Requester {
  userId: string;
  /** JSON of the name of an API key; null for a session. */
  apiKey: string | null;
  mask: number;
  workspaceId: string;
}

/** The boards to which a key is limited, if it is still valid. */
const boardsOfKey = query('actor.boardsOfKey', (db, p: { id: number; now: number }) =>
  db
    .selectFrom('api_keys')
    .select('board_ids as openBoards')
    .where('id', '=', p.id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', p.now)])),
);

const open = query('actor.open', (db, p: { id: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'time_zone as timeZone'])
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null),
);

/**
 * Returns the actor who started a background task, limited to one workspace and to what the credential allows. Throws
 * `Forbidden` if the account is closed or the key was revoked.
 */
export async function actorAskedFor(
  db: Reading,
  { userId, apiKey, mask, workspaceId }: Requester,
  now: number,
): Promise<Actor> {
  const user = await db.first(open, { id: userId });
  if (!user) throw new Forbidden('account-closed');
  const key = apiKey === null ? undefined : (JSON.parse(apiKey) as KeyName);
  const credential = key
    ? { kind: 'key' as const, id: String(key.id), name: key.name, lastUsedAt: now }
    : { kind: 'session' as const, id: '', lastUsedAt: now };
  const limits = key && (await db.first(boardsOfKey, { id: key.id, now }));
  if (key && !limits) throw new Forbidden('key-revoked');
  const openBoards = limits?.openBoards ?? null;
  const { email, name, timeZone } = user;
  return {
    userId,
    email,
    name,
    timeZone,
    mask,
    workspaceId,
    openBoards,
    limited: true,
    credential,
    ...(key?.isBot ? { isBot: true } : {}),
  };
}
