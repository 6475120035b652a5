import type { EvidenceShown } from '../../../contract/checklist-shapes.ts';
import { exportedValues } from '../base/card-fields.ts';
import { isoMicros } from '../base/clock.ts';
import type { Storage } from '../base/storage/storage.ts';
import { shownBackground } from '../data/boards/fragments.ts';
import { pictureWithContent } from '../data/boards/pictures.ts';
import { reactionsIn } from '../data/comments/reactions.ts';
import { traitsOf } from '../data/lists/traits.ts';
import { typeOf } from '../data/relations/stored.ts';
import type { BoardSource, Sources } from './board.ts';
import type { ExportedCard } from './cards.ts';
import { type ActivityRow, activityEntries, type CommentRow, commentEntries, entriesOf } from './entries.ts';
import type { Person } from './people.ts';
import { attachmentsOnCards, type RelationRow } from './queries.ts';
import { peopleIn } from './values.ts';
import type { ViewsAndRules } from './views-and-rules.ts';
import type { Entry } from './zip.ts';

/** The version of the format (see `docs/export-format.md`); increased by changes that a reader must know about. */
export const nativeVersion = 1;

/** The metadata of an export. */
export interface Manifest {
  exportedAt: string;
  service: string;
  workspace: {
    name: string;
    slug: string;
    description: string | null;
    cardPrefix: string;
    weekStartDay: number;
  };
}

type ExportLine = Record<string, unknown> & { type: string };

/** The native export: the manifest, then the lines and the files of each board. */
export async function* nativeEntries(
  sources: Sources,
  storage: Pick<Storage, 'open' | 'stat'>,
  manifest: Manifest,
  boards: AsyncIterable<BoardSource>,
): AsyncGenerator<Entry> {
  const about = { format: 'taskboard-export', version: nativeVersion, ...manifest };
  yield { name: 'export.json', isText: true, content: once(`${JSON.stringify(about, null, 2)}\n`) };
  for await (const board of boards) {
    const withFiles: string[] = [];
    const lines = linesOf(sources, board, withFiles);
    yield { name: `boards/${board.id}.jsonl`, isText: true, content: written(lines) };
    yield* filesOf(sources, storage, board, withFiles);
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* written(lines: AsyncIterable<ExportLine[]>): AsyncGenerator<string> {
  for await (const some of lines) yield some.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The board, what its cards refer to, and its views. */
function frameLines(board: BoardSource, { views }: ViewsAndRules, picture: string | null): ExportLine[] {
  const { lists, labels, fields, members } = board;
  return [
    { ...boardLine(board), picture },
    ...members.map(({ memberId, role, createdAt }) => ({
      type: 'boardMember',
      member: memberId,
      role,
      createdAt: isoMicros(createdAt),
    })),
    ...lists.map(({ id, name, position, createdAt, archivedAt, ...stored }) => ({
      type: 'list',
      id,
      name,
      orderKey: position,
      ...traitsOf(stored),
      createdAt: isoMicros(createdAt),
      archivedAt: timeOf(archivedAt),
    })),
    ...labels.map(({ createdAt, ...label }) => ({
      type: 'label',
      ...label,
      createdAt: isoMicros(createdAt),
    })),
    ...fields.map(({ publicId, type: kind, options, ...field }) => ({
      type: 'field',
      id: publicId,
      kind,
      options: options.map(({ publicId: id, ...option }) => ({ id, ...option })),
      ...field,
    })),
    ...views.map((view) => ({ type: 'view', ...view })),
  ];
}

/** The lines of a board, some at a time; adds the ids of cards with files to `withFiles`. */
async function* linesOf(
  { db, turns }: Sources,
  board: BoardSource,
  withFiles: string[],
): AsyncGenerator<ExportLine[]> {
  const { settings, fields, members, people, workspaceId } = board;
  const viewsAndRules = await board.viewsAndRules();
  yield (
    await people.meet({
      members: [
        ...members.map(({ memberId }) => memberId),
        ...(board.showMembers ? viewsAndRules.members : []),
      ],
      users: [settings.createdBy, ...viewsAndRules.users],
    })
  ).map(personLine);
  const picture = await db.first(pictureWithContent, { workspaceId, boardId: board.id });
  yield frameLines(board, viewsAndRules, picture?.content ?? null);
  for (const rule of viewsAndRules.rules) yield [{ type: 'rule', ...rule }];
  const ofPeople = board.showMembers ? fields.filter(({ type }) => type === 'person') : [];
  const count = { cards: 0, comments: 0, activities: 0, attachments: 0 };
  for await (const cards of board.cards()) {
    const ids = cards.map(({ id }) => id);
    count.cards += cards.length;
    for (const { id, attachments } of cards) {
      count.attachments += attachments.length;
      if (attachments.length > 0) withFiles.push(id);
    }
    const named = {
      members: cards.flatMap(({ members, checklists, fieldValues }) => [
        ...members,
        ...checklists.flatMap(({ items }) => items.flatMap(({ memberId }) => memberId ?? [])),
        ...peopleIn(ofPeople, fieldValues),
      ]),
      users: cards.flatMap((card) => [card.createdBy, ...card.attachments.map(({ createdBy }) => createdBy)]),
    };
    yield [...(await people.meet(named)).map(personLine), ...cards.map(cardLine)];
    if (board.showComments) {
      for await (const comments of entriesOf(db, turns, commentEntries, workspaceId, ids)) {
        count.comments += comments.length;
        const users = comments.flatMap(({ createdBy, reactions }) => [
          createdBy,
          ...reactionsIn(reactions).flatMap((each) => each.users),
        ]);
        const met = await people.meet({ members: [], users });
        yield [...met.map(personLine), ...comments.map(commentLine)];
      }
    }
    for await (const activities of entriesOf(db, turns, activityEntries, workspaceId, ids)) {
      count.activities += activities.length;
      const met = await people.meet({ members: [], users: activities.map(({ userId }) => userId) });
      yield [...met.map(personLine), ...activities.map((row) => activityLine(row, board.showMembers))];
    }
  }
  yield [{ type: 'end', ...count }];
}

/** The files of cards that still exist. */
async function* filesOf(
  { db, turns }: Sources,
  storage: Pick<Storage, 'open' | 'stat'>,
  { workspaceId }: BoardSource,
  cardIds: readonly string[],
): AsyncGenerator<Entry> {
  for (const cardId of cardIds) {
    const p = { workspaceId, ids: [cardId], limit: 1_000_000 };
    for (const { id, storageKey } of await turns(() => db.all(attachmentsOnCards, p))) {
      // The file of a deleted attachment is removed within the hour.
      if (!(await storage.stat(storageKey))) continue;
      yield { name: `files/${id}`, isText: false, content: await storage.open(storageKey) };
    }
  }
}

function boardLine({ id, settings }: BoardSource): ExportLine {
  const { type: boardType, background, createdAt, archivedAt, ...rest } = settings;
  const times = { createdAt: isoMicros(createdAt), archivedAt: timeOf(archivedAt) };
  return { type: 'board', id, boardType, ...rest, background: shownBackground(background), ...times };
}

const timeOf = (micros: number | null): string | null => (micros === null ? null : isoMicros(micros));

const personLine = ({ userId, memberId, name, email, status }: Person): ExportLine => ({
  type: 'person',
  user: userId,
  member: memberId,
  name,
  email,
  status,
});

const cardLine = (card: ExportedCard): ExportLine => ({
  type: 'card',
  id: card.id,
  number: card.number,
  list: card.listId,
  orderKey: card.position,
  ...exportedValues(card),
  createdBy: card.createdBy,
  createdAt: isoMicros(card.createdAt),
  archivedAt: timeOf(card.archivedAt),
  labels: card.labels,
  members: card.members,
  checklists: card.checklists.map(({ items, ...rest }) => ({
    ...rest,
    items: items.map(({ dueAt, memberId, acceptance, completedAt, evidence, ...item }) => ({
      ...item,
      dueDate: timeOf(dueAt),
      member: memberId,
      acceptance: acceptance === 1,
      completedAt: timeOf(completedAt),
      evidence: evidence === null ? null : evidenceShown(evidence),
    })),
  })),
  attachments: card.attachments.map(({ cardId: _cardId, storageKey: _storageKey, createdAt, ...file }) => ({
    ...file,
    createdAt: isoMicros(createdAt),
    file: `files/${file.id}`,
  })),
  ...(card.relations.length > 0 ? { relations: card.relations.map(relationShown) } : {}),
});

function evidenceShown(stored: string) {
  const { text, link, attachmentPublicId: attachment } = JSON.parse(stored) as EvidenceShown;
  return { text, link, attachment };
}

const relationShown = ({ otherId, boardId, ...seen }: RelationRow) => ({
  type: typeOf(seen),
  card: otherId,
  board: boardId,
});

const commentLine = ({
  cardId,
  id,
  text,
  createdBy,
  createdAt,
  updatedAt,
  replyTo,
  reactions,
}: CommentRow): ExportLine => ({
  type: 'comment',
  card: cardId,
  id,
  text,
  createdBy,
  createdAt: isoMicros(createdAt),
  updatedAt: timeOf(updatedAt),
  replyTo,
  reactions: reactionsIn(reactions),
});

/** Omits fields that do not belong to the type of the activity. */
function activityLine(row: ActivityRow, showMembers: boolean): ExportLine {
  const detail = {
    fromIndex: row.fromIndex,
    toIndex: row.toIndex,
    fromTitle: row.fromTitle,
    toTitle: row.toTitle,
    fromDescription: row.fromDescription,
    toDescription: row.toDescription,
    fromDueDate: timeOf(row.fromDueAt),
    toDueDate: timeOf(row.toDueAt),
    change: jsonOf(row.change),
    fromList: jsonOf(row.fromList),
    toList: jsonOf(row.toList),
    label: jsonOf(row.label),
    member: showMembers ? row.memberId : null,
    comment: row.commentId,
    attachment: jsonOf(row.attachment),
  };
  const present = Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null));
  const { cardId, id, type, userId, createdAt } = row;
  return {
    type: 'activity',
    card: cardId,
    id,
    activity: type,
    user: userId,
    createdAt: isoMicros(createdAt),
    ...present,
  };
}

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
