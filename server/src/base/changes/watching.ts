import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../db/functions.ts';
import { command, query } from '../db/query.ts';
import { deleteRow } from '../db/statements.ts';
import { watches } from './tables.ts';

/* Who watches a card: who is on it, made it, or watches it, its list or its board, unless they said that they do not. */

/** Who is told of an activity. Ids of users are separated by spaces; null stands for nobody. */
export interface Recipients {
  watchers: string | null;
  /** Whom its text mentions. */
  mentioned: string | null;
  /** The user of the member concerned, unless it is they who act. */
  concerned: string | null;
  /** 0 for somebody who comments on a card and does not watch it yet. */
  follows: number | null;
}

interface Place {
  workspaceId: unknown;
  cardId: unknown;
  /** The one who acts, who is not told. */
  actorId: unknown;
  /** The member concerned, and the comment, or null. */
  memberId: unknown;
  commentId: unknown;
  /** The card's board; null if nobody is told. */
  boardId: unknown;
  /** Ids of members. */
  mentions: readonly string[];
}

/** The users of the members of a card, as `m`. */
const membersOf = (
  fn: Functions,
  { workspaceId, cardId }: Place,
): RawBuilder<unknown> => sql`from card_members cm
  ${fn.row({ table: 'members', as: 'm', workspaceId, id: 'cm.member_id' })}
  where cm.workspace_id = ${workspaceId} and cm.card_id = ${cardId}`;

const cardOf = ({ workspaceId, cardId }: Place): RawBuilder<unknown> =>
  sql`from cards c where c.workspace_id = ${workspaceId} and c.id = ${cardId}`;

const watchersOf = (fn: Functions, place: Place): RawBuilder<string> => {
  const { workspaceId, boardId, cardId, actorId } = place;
  return fn.keys(
    ['u.id'],
    sql`from (
      select m.user_id as id ${membersOf(fn, place)} and m.status = 'active'
      union select c.created_by ${cardOf(place)}
      union select x.user_id ${fn.lookUp({
        table: 'watches',
        workspaceId,
        column: 'target_id',
        values: sql`(
          select cast(${cardId} as text) as id union all select cast(${boardId} as text)
          union all select c.list_id ${cardOf(place)}
        )`,
        only: sql`watches = 1`,
      })}
    ) u
    where u.id is not null and u.id <> ${actorId} and not exists (
      select 1 from watches no
      where no.workspace_id = ${workspaceId} and no.user_id = u.id and no.target_id = ${cardId} and no.watches = 0)`,
  );
};

const mentionedBy = (fn: Functions, { workspaceId, actorId, mentions }: Place): RawBuilder<string> =>
  fn.keys(
    ['m.user_id'],
    sql`from ${fn.ids(mentions)} k ${fn.row({ table: 'members', as: 'm', workspaceId, id: 'k.id' })}
      where m.status = 'active' and m.user_id <> ${actorId}`,
  );

/** How many reasons the actor has to watch the card, or not to. */
const reasons = (fn: Functions, place: Place): RawBuilder<number> => sql`(
    select count(*) from (
      select 1 as one from watches w
      where w.workspace_id = ${place.workspaceId} and w.user_id = ${place.actorId} and w.target_id = ${place.cardId}
      union all select 1 ${cardOf(place)} and c.created_by = ${place.actorId}
      union all select 1 ${membersOf(fn, place)} and m.user_id = ${place.actorId}
    ) f)`;

/**
 * Columns of the statement that stores an activity. They read by keys, so they cost little where nobody watches, and no further
 * statement.
 */
export function recipients(fn: Functions, place: Place): RawBuilder<unknown> {
  const { workspaceId, memberId } = place;
  const tells = sql`cast(${place.boardId} as text) is not null`;
  return sql`case when ${tells} then ${watchersOf(fn, place)} end as watchers,
    ${mentionedBy(fn, place)} as mentioned,
    case when ${tells} and cast(${memberId} as text) is not null then (
      select m.user_id from members m
      where m.workspace_id = ${workspaceId} and m.id = ${memberId} and m.status = 'active'
        and m.user_id <> ${place.actorId}
    ) end as concerned,
    case when ${tells} and cast(${place.commentId} as text) is not null then ${reasons(fn, place)} end as follows`;
}

/** Stores that somebody watches, or does not want to; replaces what was stored before. */
export const setWatch = command(
  'watches.set',
  (
    _db,
    p: { workspaceId: string; userId: string; targetId: string; watches: 0 | 1; now: number },
  ) => sql<never>`
  insert into watches (workspace_id, user_id, target_id, watches, created_at)
  values (${p.workspaceId}, ${p.userId}, ${p.targetId}, ${p.watches}, ${p.now})
  on conflict (workspace_id, user_id, target_id) do update set watches = excluded.watches`,
);

/** Stores that somebody watches a card from now on, unless they have said whether they do. */
export const watchUnlessSaid = command(
  'watches.unlessSaid',
  (_db, p: { workspaceId: string; userId: string; cardId: string; now: number }) => sql<never>`
  insert into watches (workspace_id, user_id, target_id, watches, created_at)
  values (${p.workspaceId}, ${p.userId}, ${p.cardId}, 1, ${p.now})
  on conflict (workspace_id, user_id, target_id) do nothing`,
);

/** The service itself acts. */
const nobody = { actorId: '', memberId: null, commentId: null, mentions: [] };

/** The users who watch a card, separated by spaces. */
export const watchersOfCard = query(
  'watches.ofCard',
  (_db, p: { workspaceId: string; boardId: string; cardId: string }, fn) => sql<{ watchers: string }>`
  select ${watchersOf(fn, { workspaceId: p.workspaceId, boardId: p.boardId, cardId: p.cardId, ...nobody })} as watchers`,
);

/** Whoever has stated something about a card has stated the same about another. */
export const passWatches = command(
  'watches.pass',
  (_db, p: { workspaceId: string; from: string; to: string; now: number }) => sql<never>`
  insert into watches (workspace_id, user_id, target_id, watches, created_at)
  select ${p.workspaceId}, w.user_id, ${p.to}, w.watches, ${p.now} from watches w
  where w.workspace_id = ${p.workspaceId} and w.target_id = ${p.from}
  on conflict (workspace_id, user_id, target_id) do nothing`,
);

export const forgetWatch = deleteRow('watches.forget', watches);

/** Who watches a board or some of its lists, besides the one who acts. */
export const watchersOfPlaces = query(
  'watches.ofPlaces',
  (_db, p: { workspaceId: string; targets: readonly string[]; actorId: string }, fn) => sql<{
    userId: string;
    targetId: string;
  }>`
  select x.user_id as "userId", x.target_id as "targetId" ${fn.lookUp({
    table: 'watches',
    workspaceId: p.workspaceId,
    column: 'target_id',
    values: fn.ids(p.targets),
    only: sql`watches = 1`,
  })} and x.user_id <> ${p.actorId}`,
);
