import { sql } from 'kysely';
import { presenceLasts } from '../../../contract/presence.ts';
import { type Clock, second } from '../base/clock.ts';
import type { Reads, Upkeep } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { removal, removeAll } from '../base/jobs/remove.ts';

/*
 * Who looks at which board. What tabs say is collected for a moment and stored together, so that it costs a transaction
 * now and then, however many say something. All nodes read it from there: that is all they share.
 */

export interface Tab {
  readonly workspaceId: string;
  readonly boardId: string;
  readonly userId: string;
  readonly tabId: string;
}

/** What is open over the board in a tab. */
export interface Shown {
  readonly cardId: string | null;
  readonly editing: boolean;
}

interface Said extends Tab {
  readonly cardId: string | null;
  readonly editing: 0 | 1;
  readonly saidAt: number;
  readonly expiresAt: number;
}

/** Someone who looks at a board, in one tab of theirs. */
export interface Present {
  readonly workspaceId: string;
  readonly boardId: string;
  readonly userId: string;
  readonly name: string | null;
  readonly cardId: string | null;
  readonly editing: 0 | 1;
}

/** Boards that have gone meanwhile are left out. What was said last counts, whichever node stores it first. */
const keep = command(
  'presences.keep',
  (_db, p: { workspaceId: string; said: readonly Omit<Said, 'workspaceId'>[] }, fn) => sql<never>`
  insert into presences (workspace_id, board_id, user_id, tab_id, card_id, editing, said_at, expires_at)
  select ${p.workspaceId}, b.id, r."userId", r."tabId", r."cardId", r.editing, r."saidAt", r."expiresAt"
  from ${fn.rows(p.said, {
    boardId: 'text',
    userId: 'text',
    tabId: 'text',
    cardId: 'text',
    editing: 'integer',
    saidAt: 'integer',
    expiresAt: 'integer',
  })} r
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = r."boardId"
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
    p.card_id as "cardId", p.editing as editing
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
  /** What was said since something was stored; of each tab the last. */
  #said = new Map<string, Said>();

  constructor({ db, maintain, clock }: Upkeep & { clock: Clock }) {
    this.#db = db;
    this.#maintain = maintain;
    this.#clock = clock;
  }

  say(tab: Tab, { cardId, editing }: Shown): void {
    const now = this.#clock.now();
    this.#put({ ...tab, cardId, editing: editing ? 1 : 0, saidAt: now, expiresAt: now + lasts });
  }

  /** A word as any other, so that none that comes late, from another node, brings the tab back. */
  leave(tab: Tab): void {
    const now = this.#clock.now();
    this.#put({ ...tab, cardId: null, editing: 0, saidAt: now, expiresAt: now });
  }

  #put(said: Said): void {
    this.#said.set(`${said.workspaceId} ${said.boardId} ${said.userId} ${said.tabId}`, said);
  }

  /** Stores what was said. What cannot be stored is lost: it will be said again. */
  async store(): Promise<void> {
    if (this.#said.size === 0) return;
    // In the order of the keys: nodes that store the same do not wait for each other in a circle.
    const said = [...this.#said].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    this.#said = new Map();
    const byWorkspace = Map.groupBy(said, ({ workspaceId }) => workspaceId);
    await this.#maintain(async (tx) => {
      await Promise.all(
        [...byWorkspace].map(([workspaceId, some]) => tx.run(keep, { workspaceId, said: some })),
      );
    });
  }

  /** Who looks at boards of these workspaces now, once for each tab. */
  in(workspaces: readonly string[]): Promise<Present[]> {
    return this.#db.all(present, { workspaces, now: this.#clock.now() });
  }

  forget(): Promise<void> {
    return removeAll(this.#maintain, [expired], { now: this.#clock.now() });
  }
}
