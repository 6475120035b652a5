import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { Json } from '../base/http/bind.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import type { Sources } from '../reading/slices.ts';
import { boardIds, firstBoards, type ListBoards, type ListedBoard, namedBoards } from './queries.ts';

type Reply = ReplyOf<typeof boards.list>;

/**
 * Max size of one read: `boards` with up to `usual` lists and `usual` labels each, or `large` boards with more of either. So
 * nobody waits for more than a few thousand rows.
 */
const slice = { boards: 100, usual: 20, large: 5 };

/** More than the lists, or labels, a board can have. */
const all = 1_000_000;

/**
 * The boards of a workspace: one statement if there are few, and none has very many lists or labels. Otherwise they are read
 * in slices, between which other requests get a turn; the order is that of the first read.
 */
export async function listBoards(
  sources: Sources,
  listed: ListBoards,
): Promise<Json<Reply> | JsonStream<Reply>> {
  const { db, turns } = sources;
  const limits = { mostBoards: slice.boards + 1, mostEntries: slice.usual + 1 };
  const first = await db.all(firstBoards, { ...listed, ...limits });
  if (first.length <= slice.boards && !first.some(isLarge)) return new Json(`[${jsonOf(first)}]`);
  const hasMore = first.length > slice.boards;
  const order = hasMore ? await turns(() => db.first(boardIds, listed)) : undefined;
  return new JsonStream(pieces(slicesOf(sources, listed, first, order?.ids)));
}

/** The boards of the first read, then those of `ids` that it did not include; in order. */
async function* slicesOf(
  { db, turns }: Sources,
  listed: ListBoards,
  first: readonly ListedBoard[],
  ids = '',
): AsyncGenerator<readonly ListedBoard[]> {
  const named = (some: readonly string[], mostEntries: number) =>
    turns(() => db.all(namedBoards, { ...listed, ids: some, mostEntries }));
  const whole = async function* (boards: readonly ListedBoard[]) {
    for (const some of cut(boards)) {
      const large = some.filter(isLarge).map(({ id }) => id);
      const read = byId(large.length > 0 ? await named(large, all) : []);
      yield some.flatMap((board) => (isLarge(board) ? (read.get(board.id) ?? []) : board));
    }
  };
  yield* whole(first);
  const known = byId(first);
  const others = rowsFrom<[string]>(ids, 1).flatMap(([id]) => (known.has(id) ? [] : id));
  for (let from = 0; from < others.length; from += slice.boards) {
    const some = others.slice(from, from + slice.boards);
    const read = byId(await named(some, slice.usual + 1));
    yield* whole(some.flatMap((id) => read.get(id) ?? []));
  }
}

const byId = (boards: readonly ListedBoard[]) => new Map(boards.map((board) => [board.id, board]));

/** Cuts boards into runs of at most `slice.large` large ones each. */
function cut(boards: readonly ListedBoard[]): ListedBoard[][] {
  const runs: ListedBoard[][] = [[]];
  let large = 0;
  for (const board of boards) {
    if (isLarge(board) && ++large > slice.large) {
      runs.push([]);
      large = 1;
    }
    runs.at(-1)?.push(board);
  }
  return runs;
}

async function* pieces(slices: AsyncIterable<readonly ListedBoard[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const boards of slices) {
    if (boards.length === 0) continue;
    yield `${before}${jsonOf(boards)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

const linesOf = (text: string | null): string[] => (text ? text.split('\n') : []);

/** Whether it may have more lists or labels than were read. */
const isLarge = ({ lists, labels }: ListedBoard): boolean =>
  linesOf(lists).length > 2 * slice.usual || linesOf(labels).length > slice.usual;

const jsonOf = (boards: readonly ListedBoard[]): string => boards.map(boardJson).join();

function boardJson({ id, name, favorite, lists, labels }: ListedBoard): string {
  const fields = linesOf(lists);
  let listed = '';
  for (let at = 0; at < fields.length; at += 2) {
    listed += `${at === 0 ? '' : ','}{"publicId":"${fields[at]}","name":${fields[at + 1]},"index":${at / 2}}`;
  }
  return `{"publicId":"${id}","name":${name},"favorite":${favorite === 1},"lists":[${listed}],"labels":[${linesOf(labels).join()}]}`;
}
