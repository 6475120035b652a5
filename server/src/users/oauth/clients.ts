import { sql } from 'kysely';
import type { AccountWork } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { idLength, newId } from '../../base/ids.ts';
import { oauthClients } from '../../data/users/tables.ts';
import { mayReturnTo, placeOf } from './return-address.ts';

/** An application as it describes itself. */
export interface Application {
  /** Its `client_id`. */
  id: string;
  name: string;
  /** The addresses to which it may return. */
  returnsTo: readonly string[];
  /** The host at which its description is; undefined if anyone may have registered it. */
  host?: string;
}

const mostAddresses = 20;
const longestName = 100;

/**
 * Reads the metadata of a client (RFC 7591, 2). Returns which part cannot be used instead, if any. All clients are public: a secret that
 * many installations would share is none, so methods of authentication are not looked at, and PKCE takes their place.
 */
export function readMetadata(
  given: unknown,
): Pick<Application, 'name' | 'returnsTo'> | 'redirect_uris' | 'grant_types' | 'response_types' {
  const metadata = isObject(given) ? given : {};
  const {
    redirect_uris: returnsTo,
    client_name: name,
    grant_types: grants,
    response_types: responses,
  } = metadata;
  if (!isListOf(returnsTo, mayReturnTo) || returnsTo.length === 0 || returnsTo.length > mostAddresses)
    return 'redirect_uris';
  if (grants !== undefined && !(Array.isArray(grants) && grants.includes('authorization_code')))
    return 'grant_types';
  if (responses !== undefined && !(Array.isArray(responses) && responses.includes('code')))
    return 'response_types';
  return { name: nameIn(name) || placeOf(returnsTo[0] ?? '').target, returnsTo };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isListOf = <T>(value: unknown, isOne: (each: unknown) => each is T): value is T[] =>
  Array.isArray(value) && value.every(isOne);

/** One line without characters that cannot be seen, among them those that turn the direction of a text. */
function nameIn(text: unknown): string {
  if (typeof text !== 'string') return '';
  const plain = text
    .slice(0, 1000)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, longestName).join('').trim();
}

const insert = insertRow('oauth_clients.insert', oauthClients);

/** Registers an application. */
export async function register(
  { tx, now }: AccountWork,
  { name, returnsTo }: Pick<Application, 'name' | 'returnsTo'>,
): Promise<{ id: string; at: number }> {
  const id = newId(now);
  await tx.run(insert, { id, name, redirectUris: JSON.stringify(returnsTo), createdAt: now, usedAt: null });
  return { id, at: now };
}

const byId = query('oauth_clients.byId', (db, p: { id: string }) =>
  db
    .selectFrom('oauth_clients')
    .select(['id', 'name', 'redirect_uris as redirectUris'])
    .where('id', '=', p.id),
);

/** An application that registered itself. */
export async function registered(db: Reading, id: string): Promise<Application | undefined> {
  if (id.length !== idLength || !/^[0-9a-z]+$/.test(id)) return undefined;
  const found = await db.first(byId, { id });
  return found && { id, name: found.name, returnsTo: JSON.parse(found.redirectUris) as string[] };
}

/** Marks a registered application as used, so that it stays; returns whether it is still there. */
export const keep = command('oauth_clients.keep', (db, p: { id: string; now: number }) =>
  db
    .updateTable('oauth_clients')
    .set({ used_at: sql`coalesce(used_at, ${p.now})` })
    .where('id', '=', p.id)
    .returning('id'),
);
