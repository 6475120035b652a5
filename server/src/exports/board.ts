import type { Field } from '../../../contract/field-shapes.ts';
import { holds } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import { type Located, locate } from '../base/access/locate.ts';
import type { Reading } from '../base/db/database.ts';
import { ifShown, NotFound } from '../base/errors.ts';
import type { Turns } from '../base/http/turns.ts';
import type { ReadAt } from '../data/cards/fragments.ts';
import { fieldsOf } from '../data/fields/definitions.ts';
import type { StoredTraits } from '../data/lists/traits.ts';
import { type CardFilter, readFilter } from '../reading/filter/filter.ts';
import { scopeOf } from '../reading/filter/names.ts';
import { cardsOf, type ExportedCard, type Source } from './cards.ts';
import { People } from './people.ts';
import { exportedBoard, exportedBoardMembers, exportedLabels, exportedLists } from './queries.ts';
import { type ViewsAndRules, viewsAndRulesOf } from './views-and-rules.ts';

export interface Sources {
  readonly db: Reading;
  readonly turns: Turns;
  /** Called with the number of cards read. */
  readonly read?: (cards: number) => void;
}

/** A board as one caller may see it, read lazily. */
export interface BoardSource {
  id: string;
  workspaceId: string;
  cardPrefix: string;
  settings: NonNullable<Awaited<ReturnType<typeof settingsOf>>>;
  /** In order, including archived lists. */
  lists: (StoredTraits & {
    id: string;
    name: string;
    position: string;
    createdAt: number;
    archivedAt: number | null;
  })[];
  labels: { id: string; name: string; colourCode: string; createdAt: number }[];
  fields: Field[];
  viewsAndRules(): Promise<ViewsAndRules>;
  members: { memberId: string; role: string; createdAt: number }[];
  people: People;
  showComments: boolean;
  showMembers: boolean;
  cards(): AsyncIterable<ExportedCard[]>;
}

const settingsOf = ({ db }: Sources, p: { workspaceId: string; boardId: string }) =>
  db.first(exportedBoard, p);

/** The cards of which boards are read: those that pass a filter, at a time. */
export interface Only {
  filter: string;
  at: ReadAt;
}

/** Opens a board for reading, with the cards that pass if not with all. Throws like `locate` if the caller may not see it. */
export async function openBoard(
  sources: Sources,
  actor: Actor,
  id: string,
  only: Only | null = null,
): Promise<BoardSource> {
  const board = await locate(sources.db, actor, 'board', id, 'board:view');
  return openLocated(sources, actor, board, only && (await filterOn(sources, actor, board, only)));
}

/** A filter that was read when the export was asked for; fields that it names may have been deleted since. */
const filterOn = (sources: Sources, actor: Actor, board: Located<'board'>, { filter, at }: Only) =>
  readFilter(sources, filter, { ...scopeOf(board, [board.id], actor), withAnyField: true }, at);

/** Throws `Invalid`, with the position, if a filter cannot be read on a board. `field` is where the request has it. */
export async function requireReadable(
  sources: Sources,
  actor: Actor,
  id: string,
  { filter, at, field }: Only & { field: string },
): Promise<void> {
  const board = await locate(sources.db, actor, 'board', id, 'board:view');
  await readFilter(sources, filter, scopeOf(board, [board.id], actor), at, field);
}

async function openLocated(
  sources: Sources,
  { userId }: Actor,
  board: Located<'board'>,
  filter: CardFilter | null,
): Promise<BoardSource> {
  const { db, turns } = sources;
  const { id, workspaceId, cardPrefix, permissions } = board;
  const p = { workspaceId, boardId: id };
  const showMembers = holds(permissions, 'member:view');
  const showEmails = showMembers && board.showEmails;
  const showLists = holds(permissions, 'list:view');
  const settings = await settingsOf(sources, p);
  if (!settings) throw new NotFound();
  const lists = showLists ? await turns(() => db.all(exportedLists, p)) : [];
  const source: Source = { db, turns, ...p, principal: board.principal, showMembers, filter };
  return {
    id,
    workspaceId,
    cardPrefix,
    settings,
    lists,
    labels: await turns(() => db.all(exportedLabels, p)),
    fields: await turns(() => fieldsOf(db, p)),
    viewsAndRules: () => viewsAndRulesOf(sources, { ...p, userId }),
    members: showMembers ? await turns(() => db.all(exportedBoardMembers, p)) : [],
    people: new People(db, turns, { workspaceId, showEmails }),
    showComments: holds(permissions, 'comment:view'),
    showMembers,
    async *cards() {
      if (!showLists || !holds(permissions, 'card:view')) return;
      const listIds = lists.map((list) => list.id);
      for await (const cards of cardsOf(source, listIds)) {
        sources.read?.(cards.length);
        yield cards;
      }
    },
  };
}

/** Opens boards one at a time; skips those that the caller cannot see by then. */
export async function* boardsWith(
  sources: Sources,
  actor: Actor,
  ids: readonly string[],
  only: Only | null,
): AsyncGenerator<BoardSource> {
  for (const id of ids) {
    const board = await ifShown(openBoard(sources, actor, id, only));
    if (board) yield board;
  }
}
