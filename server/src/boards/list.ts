import type { boards } from '../../../contract/boards.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { Json } from '../base/http/bind.ts';
import { JsonStream } from '../base/http/json-stream.ts';
import type { Sources } from './details.ts';
import { boardSummaries, type ListBoards, moreBoardSummaries } from './queries.ts';

type Reply = ReplyOf<typeof boards.list>;

/**
 * The boards of a workspace: one statement where they have no more lists and labels than are read at once, and of more
 * than that slices, between which others have their turn. The order is that of the beginning.
 */
export async function listBoards(
  { db, turns }: Sources,
  listed: ListBoards,
): Promise<Json<Reply> | JsonStream<Reply>> {
  const { json, rest } = (await db.first(boardSummaries, listed)) ?? { json: '[]', rest: '' };
  if (rest === '') return new Json(json);
  const slices = Map.groupBy(rowsFrom<[id: string, slice: string]>(rest, 2), ([, slice]) => slice);
  const more = async function* () {
    let text = json.slice(0, -1);
    for (const boards of slices.values()) {
      const ids = boards.map(([id]) => id);
      const read = await turns(() => db.first(moreBoardSummaries, { ...listed, ids }));
      yield text;
      text = read && read.json !== '[]' ? `,${read.json.slice(1, -1)}` : '';
    }
    yield `${text}]`;
  };
  return new JsonStream(more());
}
