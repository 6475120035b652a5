import { generateNKeysBetween } from 'fractional-indexing';
import { addActivities, addCard, type MadeWorkspace } from './cards.ts';
import { addFielded } from './fielded.ts';
import { begin, type Generation, type Made, type Size } from './generation.ts';
import type { Row, Table } from './tables.ts';
import { addWatched } from './watched.ts';
import { addWorkspace } from './workspace.ts';

/*
 * A generated installation, reproducible by its seed: 20 workspaces of 10 boards of 500 cards, with three activities per
 * card. The first workspace also has lists of 10 000 and of 2000 cards and a card with 100 000 activities.
 * One workspace more has boards that others watch and, if the size asks for them, another one boards with fields.
 */

export const wholeSize: Size = {
  workspaces: 20,
  boards: 10,
  lists: 5,
  cards: 100,
  activities: 3,
  longList: 10_000,
  middleList: 2000,
  longFeed: 100_000,
};

/** Enough to test the benchmark itself. */
export const smallSize: Size = {
  ...wholeSize,
  workspaces: 2,
  boards: 2,
  cards: 20,
  longList: 100,
  middleList: 50,
  longFeed: 1000,
};

export function generate(size: Size, now: number): { rows: Record<Table, Row[]>; made: Made } {
  const g = begin(size, now);
  for (let w = 0; w < size.workspaces; w++) addUsual(g, w);
  g.made.watched = addWatched(g, now);
  if (size.fielded) g.made.fielded = addFielded(g, size.fielded, now);
  return { rows: g.rows, made: g.made };
}

/** A workspace in which everyone is an admin; the first one has the long list and the long feed. */
function addUsual(g: Generation, w: number): void {
  const { made, size, people } = g;
  addWorkspace(g, { name: `Workspace ${w}`, slug: `workspace-${w}`, prefix: 'BEN', people }, (workspace) => {
    made.workspaces.push(workspace.id);
    for (let b = 0; b < size.boards; b++) addBoard(g, workspace);
    if (w === 0) addLong(g, workspace);
    if (w === 0) made.middleBoard = addOfOneList(g, workspace, 'Middle', size.middleList).board;
  });
}

function addBoard(g: Generation, workspace: MadeWorkspace): void {
  const { rows, made, size, next, id } = g;
  const of = { workspace_id: workspace.id, created_at: g.start };
  const board_id = id();
  made.boards.push(board_id);
  const board = { name: g.text(2), type: 'regular', visibility: 'private', created_by: g.userId };
  rows.boards.push({ ...of, ...board, id: board_id, slug: `board-${board_id}` });
  const labels = Array.from({ length: 6 }, () => id());
  for (const [i, label] of labels.entries()) {
    rows.labels.push({ ...of, id: label, board_id, name: `Label ${i}`, colour_code: '#0d9488' });
  }
  for (const [l, position] of generateNKeysBetween(null, null, size.lists).entries()) {
    const list_id = id();
    made.lists.push(list_id);
    rows.lists.push({ ...of, id: list_id, board_id, name: `List ${l}`, position });
    for (const place of generateNKeysBetween(null, null, size.cards)) {
      const card = addCard(g, workspace, { board_id, list_id, position: place }, labels);
      if (made.lists.length === 1) made.shortListCards.push(card);
      if (next(50) !== 0) continue;
      made.cards.push(card);
      const member = workspace.members[made.cards.length % workspace.members.length]?.id ?? '';
      made.assignable.push({ card, member });
    }
  }
}

/** A board with one long list, whose first card has the long feed, created much later than everything else. */
function addLong(g: Generation, workspace: MadeWorkspace): void {
  const { made, size } = g;
  const { board, list, cards } = addOfOneList(g, workspace, 'Long', size.longList);
  Object.assign(made, { longBoard: board, longList: list, longListCards: cards });
  made.longFeedCard = made.longListCards[0] ?? '';
  const from = workspace.number + 1_000_000;
  addActivities(g, workspace, made.longFeedCard, { count: size.longFeed, from });
}

/** A board with one list of the given number of cards. */
function addOfOneList(
  g: Generation,
  workspace: MadeWorkspace,
  name: string,
  count: number,
): { board: string; list: string; cards: string[] } {
  const { rows, id } = g;
  const of = { workspace_id: workspace.id, created_at: g.start };
  const board_id = id();
  const board = { name, type: 'regular', visibility: 'private', created_by: g.userId };
  rows.boards.push({ ...of, ...board, id: board_id, slug: name.toLowerCase() });
  const label = id();
  rows.labels.push({ ...of, id: label, board_id, name: 'Label', colour_code: '#0d9488' });
  const list_id = id();
  rows.lists.push({ ...of, id: list_id, board_id, name, position: 'a0' });
  const cards = generateNKeysBetween(null, null, count).map((position) =>
    addCard(g, workspace, { board_id, list_id, position }, [label]),
  );
  return { board: board_id, list: list_id, cards };
}
