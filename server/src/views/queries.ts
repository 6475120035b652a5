import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { View, ViewKind } from '../../../contract/views.ts';
import { query } from '../base/db/query.ts';
import { allColumns } from '../base/db/statements.ts';
import type { ValuesOf } from '../base/db/table.ts';
import { views } from '../data/views/tables.ts';

export type ViewRow = ValuesOf<typeof views>;

/** What a view shows, as it is stored. */
export type Settings = Pick<Static<typeof View>, 'filter' | 'groupBy' | 'sort' | 'columns' | 'layout'>;

export const noSettings: Settings = { filter: '', groupBy: null, sort: [], columns: [], layout: null };

export const settingsOf = ({ settings }: Pick<ViewRow, 'settings'>): Settings => ({
  ...noSettings,
  ...(JSON.parse(settings) as Partial<Settings>),
});

/** A view as it is shown. */
export const viewOf = (row: ViewRow): Static<typeof View> => ({
  publicId: row.id,
  name: row.name,
  kind: row.kind as ViewKind,
  shared: row.userId === null,
  ...settingsOf(row),
});

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const columns = allColumns(views, 'v');

/** The views of a board that a user has: the shared ones first. */
export const viewsFor = query(
  'views.ofBoard',
  (_db, p: OfBoard & { userId: string }) => sql<ViewRow>`
  select * from (
    select ${columns} from views v
    where v.workspace_id = ${p.workspaceId} and v.board_id = ${p.boardId} and v.user_id is null
    union all
    select ${columns} from views v
    where v.workspace_id = ${p.workspaceId} and v.board_id = ${p.boardId} and v.user_id = ${p.userId}
  ) found
  order by case when "userId" is null then 0 else 1 end, place, id`,
);
