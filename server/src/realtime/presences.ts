import { sql } from 'kysely';
import { presenceLasts } from '../../../contract/presence.ts';
import { isBot } from '../base/access/bots.ts';
import { type Clock, second } from '../base/clock.ts';
import type { Reads, Upkeep } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';

/*
 * Who is viewing which board. Reports from tabs are collected briefly and stored together, so the number of transactions does
 * not depend on the number of reports. All nodes read them from the database: that is all they share.
 */

export interface Tab {
  readonly workspaceId: string;
  readonly boardId: string;
  readonly userId: string;
  readonly tabId: string;
}

/** The card that is open over the board in a tab. */
export interface Shown {
  readonly cardId: string | null;
  readonly editing: boolean;
}

interface PresenceRow extends Tab {
  readonly cardId: string | null;
  readonly editing: 0 | 1;
  readonly saidAt: number;
  readonly expiresAt: number;
}

/** One tab in which a user is viewing a board. */
export interface Present {
  readonly workspaceId: string;
  readonly boardId: string;
  readonly userId: string;
  readonly name: string | null;
  readonly isBot: 0 | 1;
  readonly cardId: string | null;
  readonly editing: 0 | 1;
}

/** Skips boards that have been deleted in the meantime. The latest report wins, whichever node stores first. */
const keep = command(
  'presences.keep',
  (_db, p: { workspaceId: string; rows: readonly Omit<PresenceRow, 'workspaceId'>[] }, fn) => sql<never>`
  insert into presences (workspace_id, board_id, user_id, tab_id, card_id, editing, said_at, expires_at)
  select ${p.workspaceId}, b.id, r."userId", r."tabId", r."cardId", r.editing, r."saidAt", r."expiresAt"
  from ${fn.rows(p.rows, {
    boardId: 'text',
    userId: 'text',
    tabId: 'text',
    cardId: 'text',
    editing: 'integer',
    saidAt: 'integer',
    expiresAt: 'integer',
  })} r
  ${fn.row({ table: 'boards', as: 'b', workspaceId: p.workspaceId, id: 'r."boardId"' })}
  where true
  order by r.ordinal
  on conflict (workspace_id, board_id, user_id, tab_id) do update
    set card_id = excluded.card_id, editing = excluded.editing, said_at = excluded.said_at,
      expires_at = excluded.expires_at
    where presences.said_at < excluded.said_at`,
);

const present = query(
  'presences.present',
  (_db, p: { workspaces: readonly string[]; now: number }, fn) => sql<Present>`
  select p.workspace_id as "workspaceId", p.board_id as "boardId", p.user_id as "userId", u.name as name,
    ${isBot('u')} as "isBot", p.card_id as "cardId", p.editing as editing
  from presences p join users u on u.id = p.user_id
  where ${fn.isIn('p.workspace_id', fn.each(p.workspaces))} and p.expires_at > ${p.now}`,
);

const expired = removal(
  'presences.removeExpired',
  'presences',
  'workspace_id, board_id, user_id, tab_id',
  (p: { now: number }) => sql`where expires_at <= ${p.now}`,
);

const lasts = presenceLasts * second;

export class Presences {
  readonly #db: Reads;
  readonly #maintain: Upkeep['maintain'];
  readonly #clock: Clock;
  /** Reports since the last store; the latest of each tab. */
  #said = new Map<string, PresenceRow>();

  constructor({ db, maintain, clock }: Upkeep & { clock: Clock }) {
    this.#db = db;
    this.#maintain = maintain;
    this.#clock = clock;
  }

  say(tab: Tab, { cardId, editing }: Shown): void {
    const now = this.#clock.now();
    this.#put({ ...tab, cardId, editing: editing ? 1 : 0, saidAt: now, expiresAt: now + lasts });
  }

  /** Stored as a report too, so that an older one, stored later by another node, does not bring the tab back. */
  leave(tab: Tab): void {
    const now = this.#clock.now();
    this.#put({ ...tab, cardId: null, editing: 0, saidAt: now, expiresAt: now });
  }

  #put(rows: PresenceRow): void {
    this.#said.set(`${rows.workspaceId} ${rows.boardId} ${rows.userId} ${rows.tabId}`, rows);
  }

  /** Stores the reports. If that fails they are lost, but tabs repeat them. */
  async store(): Promise<void> {
    if (this.#said.size === 0) return;
    // In key order, so that nodes storing the same rows do not deadlock.
    const rows = [...this.#said].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    this.#said = new Map();
    const byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
    await this.#maintain(async (tx) => {
      await Promise.all(
        [...byWorkspace].map(([workspaceId, some]) => tx.run(keep, { workspaceId, rows: some })),
      );
    });
  }

  /** Who is viewing boards of these workspaces now, one row per tab. */
  in(workspaces: readonly string[]): Promise<Present[]> {
    return this.#db.all(present, { workspaces, now: this.#clock.now() });
  }

  forget(): Promise<void> {
    return removeAll(this.#maintain, [expired], { now: this.#clock.now() });
  }
}
