import { hashOf, newToken } from '../../server/src/base/access/tokens.ts';
import { addCard, type MadeWorkspace } from './cards.ts';
import type { Generation, Watched, WatchedBoard, Watcher } from './generation.ts';
import { addWorkspace } from './workspace.ts';

/* Boards that others watch, in a workspace of their own. The one who makes the changes there is not told of them. */

/** How many watch each of the boards. */
const counts = [0, 10, 500];
const most = Math.max(...counts);
const cardsOfEach = 20;

export function addWatched(g: Generation, now: number): Watched {
  const people = Array.from({ length: most }, (_, n) => addWatcher(g, n, now));
  const given = {
    name: 'Watched',
    slug: 'watched',
    prefix: 'WAT',
    people: [...g.people.slice(0, 1), ...people],
  };
  return addWorkspace(g, given, (workspace) => {
    workspace.members = [];
    const boards = counts.map((watchers) => addBoard(g, workspace, watchers));
    const of = { workspace_id: workspace.id, created_at: g.start };
    const watches = boards.flatMap(({ id: target_id, watchers }) =>
      people.slice(0, watchers).map(({ id: user_id }) => ({ ...of, user_id, target_id, watches: 1 })),
    );
    return { workspace: workspace.id, boards, people, watches };
  });
}

function addWatcher({ rows, id, start }: Generation, n: number, now: number): Watcher {
  const person = { id: id(), email: `watcher${n}@example.com`, name: `Watcher ${n}` };
  rows.users.push({ ...person, password_hash: null, email_verified_at: start, created_at: start });
  const token = newToken('session');
  rows.sessions.push({
    id: id(),
    user_id: person.id,
    token_hash: hashOf(token),
    created_at: now,
    last_used_at: now,
    expires_at: now + 10_000_000_000_000,
  });
  return { ...person, token };
}

function addBoard(g: Generation, workspace: MadeWorkspace, watchers: number): WatchedBoard {
  const { rows, id, userId } = g;
  const of = { workspace_id: workspace.id, created_at: g.start };
  const board_id = id();
  const board = { name: `Of ${watchers}`, type: 'regular', visibility: 'private', created_by: userId };
  rows.boards.push({ ...of, ...board, id: board_id, slug: `of-${watchers}` });
  const label = id();
  rows.labels.push({ ...of, id: label, board_id, name: 'Label', colour_code: '#0d9488' });
  const addList = (position: string) => {
    const list = id();
    rows.lists.push({ ...of, id: list, board_id, name: `List ${position}`, position });
    return list;
  };
  const lists: WatchedBoard['lists'] = [addList('a0'), addList('a1')];
  const cards = Array.from({ length: cardsOfEach }, (_, n) =>
    addCard(g, workspace, { board_id, list_id: lists[0], position: `a${n.toString(36)}` }, [label]),
  );
  return { id: board_id, lists, cards, watchers };
}
