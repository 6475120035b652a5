import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { foldedName } from '../../../../contract/field-types.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { newId } from '../../base/ids.ts';
import { insertLabels } from '../../data/labels/rows.ts';
import { colourAt } from './labels.ts';

/* Labels as people call them. */

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

const ofBoard = query(
  'labels.named',
  (_db, p: OfBoard) => sql<{ id: string; name: string }>`
  select n.id as id, n.name as name from labels n
  where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId} and n.deleted_at is null order by n.id`,
);

const count = query(
  'labels.count',
  (_db, p: OfBoard) => sql<{ count: number }>`
  select count(*) as count from labels where workspace_id = ${p.workspaceId} and board_id = ${p.boardId}`,
);

export interface NamedLabels {
  /** Ids by what was asked for: an id, or a name, of which the case does not matter; of several the oldest. */
  ids: ReadonlyMap<string, string>;
  /** What no label is called, each once. */
  missing: readonly string[];
}

/** The labels of a board that ids or names mean; locks them, so that they are still there at the end of the change. */
export async function lockNamedLabels(
  tx: Work['tx'],
  board: OfBoard,
  names: readonly string[],
): Promise<NamedLabels> {
  if (names.length === 0) return { ids: new Map(), missing: [] };
  const before = namedIn(await tx.all(ofBoard, board), names);
  const ids = [...new Set(before.ids.values())];
  return tx.lockAndRead('labels', board.workspaceId, ids, async () => {
    const found = namedIn(await tx.all(ofBoard, board), names);
    return { ...found, ids: new Map([...found.ids].filter(([, id]) => ids.includes(id))) };
  });
}

function namedIn(labels: readonly { id: string; name: string }[], names: readonly string[]): NamedLabels {
  const known = new Map<string, string>();
  for (const { id, name } of labels.toReversed()) known.set(foldedName(name), id);
  for (const { id } of labels) known.set(id, id);
  const idOf = (name: string) => known.get(name) ?? known.get(foldedName(name));
  const ids = new Map(names.flatMap((name) => [[name, idOf(name)] as const]).filter(isKnown));
  const unknown = Map.groupBy(
    names.filter((name) => !ids.has(name)),
    foldedName,
  );
  return { ids, missing: [...unknown.values()].flatMap(([first]) => first ?? []) };
}

const isKnown = (entry: readonly [string, string | undefined]): entry is readonly [string, string] =>
  entry[1] !== undefined;

/** Adds labels to a board that the work has locked, in colours of their own; returns them. */
export async function addLabels(
  { tx, now, record }: Work,
  { workspaceId, boardId }: OfBoard,
  names: readonly string[],
): Promise<{ publicId: string; name: string }[]> {
  if (names.length === 0) return [];
  const present = (await tx.first(count, { workspaceId, boardId }))?.count ?? 0;
  if (present + names.length > caps.labelsOfBoard) throw capReached(caps.labelsOfBoard, 'labels');
  const rows = names.map((name, index) => ({ id: newId(now), name, colourCode: colourAt(present + index) }));
  await tx.run(insertLabels, { workspaceId, boardId, createdAt: now, rows });
  for (const { id: subjectId, ...label } of rows) {
    const data = { labelPublicId: subjectId, ...label };
    await record.event({ type: 'label.created', workspaceId, boardId, subjectId, data });
  }
  return rows.map(({ id: publicId, name }) => ({ publicId, name }));
}
