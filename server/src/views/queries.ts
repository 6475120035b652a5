import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { View, ViewKind } from '../../../contract/views.ts';
import { query } from '../base/db/query.ts';
import { allColumns } from '../base/db/statements.ts';
import type { ValuesOf } from '../base/db/table.ts';
import { userViews, views } from '../data/views/tables.ts';

export type ViewRow = ValuesOf<typeof views>;

/** What a view shows, as it is stored. */
export type Settings = Pick<Static<typeof View>, 'filter' | 'groupBy' | 'sort' | 'columns' | 'layout'>;

export const noSettings: Settings = { filter: '', groupBy: null, sort: [], columns: [], layout: null };

export const settingsOf = ({ settings }: Pick<ViewRow, 'settings'>): Settings => ({
  ...noSettings,
  ...(JSON.parse(settings) as Partial<Settings>),
});

/** The settings that were given, over those that were there. */
export const storedSettings = (before: Settings, given: Partial<Settings>): string =>
  JSON.stringify(
    Object.fromEntries(
      (Object.keys(noSettings) as (keyof Settings)[]).map((name) => [
        name,
        given[name] === undefined ? before[name] : given[name],
      ]),
    ),
  );

/** A view as it is shown. */
export const viewOf = (
  row: Pick<ViewRow, 'id' | 'name' | 'kind' | 'userId' | 'settings'>,
): Static<typeof View> => ({
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

export type OwnViewRow = ValuesOf<typeof userViews>;

/** The views of a user over all boards, in order. */
export const ownViewsOf = query(
  'user_views.ofUser',
  (_db, p: { userId: string }) => sql<OwnViewRow>`
  select ${allColumns(userViews, 'v')} from user_views v where v.user_id = ${p.userId} order by v.place, v.id`,
);
