import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';
import type { Lines } from '../base/db/keys.ts';
import { workOf } from '../data/checklists/fragments.ts';
import { label } from '../data/labels/fragments.ts';
import { cardMember } from '../data/members/fragments.ts';
import {
  type ChildrenParams,
  type ChildrenRead,
  childrenColumns,
  type Keys,
  keysOn,
  maxRows,
  onCards,
  parseChildren,
  parseKeys,
} from './children.ts';

/* The children of cards as boards show them: with names, attachments and comments. */

export interface ShownChildrenParams extends ChildrenParams {
  showEmails: boolean;
  maxComments: number;
}

export interface ShownChildrenRead extends ChildrenRead {
  /** Keys: the card, the time, the id. */
  attachments: string;
  comments: string;
  /** The labels of the board and the members on the cards, as JSON lists. */
  boardLabels: string;
  people: string;
}

/** Max comment ids listed on a card; its count covers all comments. */
export const newestComments = 100;

/** Selected from the tables of `childrenTables`. */
export const shownChildrenColumns = (
  fn: Functions,
  p: ShownChildrenParams,
): RawBuilder<ShownChildrenRead> => sql`
  ${childrenColumns(fn, p)},
  ${keysOn(fn, 'x.created_at', 'id', sql`${onCards(fn, p, 'attachments')} limit ${p.maxRows}`)} as attachments,
  ${keysOn(
    fn,
    'x.created_at',
    'id',
    sql`${onCards(fn, p, 'comments', sql`deleted_at is null`)} limit ${p.maxComments}`,
  )} as comments,
  ${fn.list(label(fn), sql`from labels n where n.workspace_id = ${p.workspaceId} and n.board_id = ${p.boardId} and n.deleted_at is null`, 'n.id')}
    as "boardLabels",
  ${fn.list(
    cardMember(fn, 'm.show_emails'),
    sql`from (
      select x.id, x.email, x.user_id, cast(${p.showEmails} as bigint) as show_emails ${fn.lookUp({
        table: 'members',
        workspaceId: p.workspaceId,
        column: 'id',
        values: sql`(select distinct member_id as id from on_cards)`,
      })}
    ) m left join users u on u.id = m.user_id`,
    'm.id',
  )} as people`;

/** The children of cards, by kind. */
export interface ChildrenJson {
  /** Whether there are more than one read allows. */
  hasMore: boolean;
  labels: ChildJson;
  members: ChildJson;
  checklists: ChildJson;
  attachments: ChildJson;
  comments: ChildJson;
}

/** One kind of children: how many a card has, and their JSON list. */
export interface ChildJson {
  count: (card: string) => number;
  json: (card: string) => string;
}

export function parseShownChildren(read: ShownChildrenRead): ChildrenJson {
  const children = parseChildren(read);
  const [attachments, comments] = [parseKeys(read.attachments), parseKeys(read.comments)];
  return {
    hasMore: children.hasMore || Math.max(attachments.rows, comments.rows) > maxRows,
    labels: among(children.labels, jsonById(read.boardLabels)),
    members: among(children.members, jsonById(read.people)),
    checklists: checklistsOn(children.checklists, children.items),
    attachments: named(attachments),
    comments: named(comments),
  };
}

/*
 * JSON is written here as text, piece by piece: making objects only to serialize them takes three times as long. Ids need no
 * escaping, and texts are read as JSON.
 */

/** The texts of the ids on a card. */
const among = ({ on }: Keys, texts: Map<string, string>): ChildJson => ({
  count: (card) => on(card).length,
  json(card) {
    let list = '';
    for (const { id } of on(card)) {
      const text = texts.get(id);
      if (text !== undefined) list += list === '' ? text : `,${text}`;
    }
    return `[${list}]`;
  },
});

const jsonById = (list: string): Map<string, string> =>
  new Map((JSON.parse(list) as { publicId: string }[]).map((each) => [each.publicId, JSON.stringify(each)]));

/** The ids on a card as objects; the newest ones if there are very many. */
const named = ({ on }: Keys): ChildJson => ({
  count: (card) => on(card).length,
  json(card) {
    const keys = on(card);
    if (keys.length === 0) return '[]';
    let list = '';
    for (let at = Math.max(0, keys.length - newestComments); at < keys.length; at++) {
      list += `${list === '' ? '' : '"},{"publicId":"'}${keys[at]?.id}`;
    }
    return `[{"publicId":"${list}"}]`;
  },
});

const checklistsOn = (
  checklists: Lines<'id' | 'name'>,
  items: Lines<'id' | 'completed' | 'title' | 'work'>,
): ChildJson => ({
  count: (card) => {
    const { from, to } = checklists.on(card);
    return to - from;
  },
  json(card) {
    const { from, to } = checklists.on(card);
    let list = '';
    for (let row = from; row < to; row++) {
      const id = checklists.field(row, 'id');
      list +=
        `${row === from ? '' : ','}{"publicId":"${id}","name":${checklists.field(row, 'name')},` +
        `"index":${row - from},"items":${itemsOn(items, id)}}`;
    }
    return `[${list}]`;
  },
});

function itemsOn(items: Lines<'id' | 'completed' | 'title' | 'work'>, checklist: string): string {
  const { from, to } = items.on(checklist);
  let list = '';
  for (let row = from; row < to; row++) {
    list +=
      `${row === from ? '' : ','}{"publicId":"${items.field(row, 'id')}","title":${items.field(row, 'title')},` +
      `"completed":${items.field(row, 'completed') === '1'},"index":${row - from}` +
      `${workJson(items.field(row, 'work'))}}`;
  }
  return `[${list}]`;
}

const noWork =
  ',"dueDate":null,"due":null,"memberPublicId":null,"acceptance":false,"completedAt":null,"completedBy":null,"evidence":null';

/** A line of `workOfItem` as further properties. */
function workJson(line: string): string {
  if (line === '') return '';
  if (line === ' ') return noWork;
  const [dueAt, memberId, acceptance, completedAt, completedBy, ...evidence] = line.split(' ');
  const work = workOf(
    {
      dueAt: dueAt ? Number(dueAt) : null,
      memberId: memberId || null,
      acceptance: acceptance === '1' ? 1 : 0,
      completedAt: completedAt ? Number(completedAt) : null,
      completedBy: completedBy || null,
      // A JSON text, which may have spaces itself.
      evidence: evidence.join(' ') || null,
    },
    true,
  );
  return `,${JSON.stringify(work).slice(1, -1)}`;
}
