import { type RawBuilder, sql } from 'kysely';
import { caps } from '../../../contract/caps.ts';
import type { ProposalState } from '../../../contract/proposals.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import type { Cursor } from '../base/http/cursor.ts';
import { bytesAtOnce } from '../base/http/sliced-page.ts';
import { personJson } from '../data/members/fragments.ts';

interface OnBoard {
  workspaceId: string;
  boardId: string;
}

export interface ProposalRow {
  id: string;
  planId: string;
  content: string;
  state: ProposalState;
  proposedBy: string;
  apiKey: string | null;
  createdAt: number;
  decidedByName: string | null;
  cardId: string | null;
}

const columns = sql`x.id as id, x.plan_id as "planId", x.content as content, x.state as state, x.proposed_by as "proposedBy",
  x.api_key as "apiKey", x.created_at as "createdAt", x.card_id as "cardId",
  (select u.name from users u where u.id = x.decided_by) as "decidedByName"`;

/** Some proposals of a board. */
export const proposalsById = query(
  'proposals.byId',
  (_db, p: OnBoard & { ids: readonly string[] }, fn) => sql<ProposalRow>`
  select ${columns}
  ${fn.lookUp({ table: 'proposals', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })} and x.board_id = ${p.boardId}`,
);

/** All proposals of a plan of a board, in its order. */
export const proposalsOfPlan = query(
  'proposals.ofPlan',
  (_db, p: OnBoard & { planId: string }) => sql<ProposalRow>`
  select ${columns} from proposals x
  where x.workspace_id = ${p.workspaceId} and x.plan_id = ${p.planId} and x.board_id = ${p.boardId}
  order by x.created_at, x.id`,
);

/** How many cards wait on a board. */
export const openOnBoard = query(
  'proposals.openOnBoard',
  (_db, p: OnBoard) => sql<{ count: number }>`
  select count(*) as count from (
    select 1 as one from proposals
    where workspace_id = ${p.workspaceId} and board_id = ${p.boardId} and state = 'open' limit ${sql.lit(caps.openProposalsOfBoard)}
  ) counted`,
);

const proposalJson = (fn: Functions): RawBuilder<string> =>
  fn.object({
    publicId: 'o.id',
    planPublicId: 'o.plan_id',
    card: fn.json('o.content'),
    state: 'o.state',
    createdAt: fn.millis('o.created_at'),
    proposedBy: personJson(fn, 'u'),
    apiKey: sql`case when u.deleted_at is null then ${fn.json('o.api_key')} end`,
    decidedAt: fn.millis('o.decided_at'),
    decidedBy: sql`case when d.id is not null then ${personJson(fn, 'd')} end`,
    cardPublicId: 'o.card_id',
  });

interface ProposalPage extends OnBoard, Cursor {
  limit: number;
}

/** A proposal as JSON, or null once the size limit is reached, with the parts of the cursor after it. */
export interface ProposalEntry extends Cursor {
  json: string | null;
}

/** Proposals of a board, oldest first. */
const oldestFirst = <P extends ProposalPage>(name: string, only: (p: P) => RawBuilder<boolean>) =>
  query(
    `proposals.${name}`,
    (_db, p: P, fn) => sql<ProposalEntry>`
  select s.at as at, s.id as id, case when s.bytes_before < ${sql.lit(bytesAtOnce)} then (
      select ${proposalJson(fn)} from proposals o
      join users u on u.id = o.proposed_by
      left join users d on d.id = o.decided_by
      where o.workspace_id = ${p.workspaceId} and o.id = s.id
    ) end as json
  from (
    select n.at, n.id, coalesce(sum(n.bytes) over (
      order by n.at, n.id rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from (
      select x.created_at as at, x.id as id, octet_length(x.content) as bytes from proposals x
      where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and ${only(p)}
        and (x.created_at, x.id) > (cast(${p.at} as bigint), cast(${p.id} as text))
      order by x.created_at, x.id limit ${p.limit}
    ) n
  ) s order by s.at, s.id`,
  );

export const proposalsInState = oldestFirst(
  'inState',
  (p: ProposalPage & { state: ProposalState }) => sql`x.state = ${p.state}`,
);

export const proposalsInPlan = oldestFirst(
  'inPlan',
  (p: ProposalPage & { planId: string }) => sql`x.plan_id = ${p.planId}`,
);
