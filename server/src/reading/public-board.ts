import { sql } from 'kysely';
import { versionsOf } from '../base/changes/versions.ts';
import { query } from '../base/db/query.ts';
import { isPublic } from '../data/boards/fragments.ts';

/* The board at an address that anyone may read. */

export interface Address {
  workspaceSlug: string;
  boardSlug: string;
}

interface OfType extends Address {
  type: string;
}

export interface PublicBoardRow {
  workspaceId: string;
  id: string;
  versions: string;
  name: string;
  background: string | null;
  workspaceName: string;
  cardPrefix: string;
  /** 1 if search engines may list it. */
  isIndexed: number;
}

/** No row if there is no such board, or if not everyone may read it. */
export const publicBoard = query(
  'reading.publicBoard',
  (_db, p: OfType) => sql<PublicBoardRow>`
  select b.workspace_id as "workspaceId", b.id as id, ${sql.raw(versionsOf('b.workspace_id', 'b.id'))} as versions,
    b.name as name, b.background as background, w.name as "workspaceName", w.card_prefix as "cardPrefix",
    case when b.indexed_at is null then 0 else 1 end as "isIndexed"
  from workspaces w
  join boards b on b.workspace_id = w.id and b.slug = ${p.boardSlug}
  where w.slug = ${p.workspaceSlug} and b.type = ${p.type} and ${isPublic}`,
);

/** The current address of the public board that had an address; no row if there is none, or if it is not public now. */
export const presentAddress = query(
  'reading.presentAddress',
  (_db, p: OfType & { now: number }) => sql<Address>`
  with places as (
    select id from workspaces where slug = ${p.workspaceSlug}
    union all
    select workspace_id from old_workspace_slugs where slug = ${p.workspaceSlug} and free_at > ${p.now}
  ), named as (
    select b.id as id, 0 as "isOld" from places p join boards b on b.workspace_id = p.id and b.slug = ${p.boardSlug}
    union all
    select o.board_id, 1 from places p
    join old_board_slugs o on o.workspace_id = p.id and o.slug = ${p.boardSlug} and o.free_at > ${p.now}
  )
  select w.slug as "workspaceSlug", b.slug as "boardSlug"
  from named n
  join boards b on b.id = n.id
  join workspaces w on w.id = b.workspace_id
  where b.type = ${p.type} and ${isPublic}
  order by n."isOld" limit 1`,
);
