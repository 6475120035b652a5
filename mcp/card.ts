import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { unlessForbidden } from './advice.ts';
import { codeEntries } from './code.ts';
import { card as cardReference, cursorOf, limitOf } from './fields.ts';
import { type Entry, entriesAfter, fitting, lengthOf, room } from './pages.ts';
import { relationEntries } from './relations.ts';
import { fieldsOf, isData, itemOf, member, withoutEmpty } from './shown.ts';
import { type Hands, tool } from './tool.ts';
import { valuesByName } from './values.ts';

type Content = ReplyOf<typeof api.cards.content>;

/** When a card, its list or its board was archived; null if none of them is. */
const archivedOf = ({ archivedAt, list, board }: Content): string | null =>
  archivedAt ?? list.archivedAt ?? board.archivedAt;

const headOf = ({ list, board, workspace, ...card }: Content) => ({
  id: card.publicId,
  number: `${workspace.cardPrefix}-${card.cardNumber}`,
  title: card.title,
  ...withoutEmpty({ archived: archivedOf({ list, board, workspace, ...card }) }),
  ...withoutEmpty({ ...fieldsOf(card), completedAt: card.completedAt, template: card.isTemplate }),
  version: card.version,
  list: { id: list.publicId, name: list.name },
  board: { id: board.publicId, name: board.name },
});

const entriesOf = ({ labels, members, checklists, attachments }: Content): Entry[] => [
  ...labels.map(({ publicId, name }) => ({ list: 'labels', shown: { id: publicId, name } })),
  ...members.map((each) => ({ list: 'members', shown: member(each) })),
  ...checklists.flatMap(({ publicId, name, items }): Entry[] => {
    const within = { list: 'checklists', shown: { id: publicId, name, items: [] } };
    return [within, ...items.map((item) => ({ list: 'items', shown: itemOf(item), within }))];
  }),
  ...attachments.map(({ publicId, originalFilename, contentType, size }) => ({
    list: 'attachments',
    shown: { id: publicId, name: originalFilename, contentType, size },
  })),
];

/** The cursor for the newest comment, if no comment has been returned yet. */
const newest = 'newest';

/** As many comments as fit; if the caller may not read them, the result says so. */
async function commentsOf(
  { client }: Hands,
  card: string,
  { cursor, limit, space, least }: { cursor: string | undefined; limit: number; space: number; least: 0 | 1 },
) {
  const after = cursor === newest ? undefined : cursor;
  const page = await fitting(
    async (most) => {
      const { comments, nextCursor } = await client.call(api.comments.list, {
        params: { cardPublicId: card },
        query: { limit: most, cursor: after },
      });
      return { entries: comments.map(commentOf), nextCursor };
    },
    { limit, space, least },
  );
  return page
    ? { comments: page.shown, nextCommentCursor: page.nextCursor }
    : { comments: [], nextCommentCursor: cursor ?? newest };
}

const commentOf = ({
  publicId,
  comment,
  createdAt,
  user,
  apiKey,
  version,
}: ReplyOf<typeof api.comments.list>['comments'][number]) => ({
  id: publicId,
  by: user.name,
  ...withoutEmpty({ apiKey: apiKey?.name }),
  createdAt,
  comment,
  version,
});

/** The first page of a card, or the one at a cursor. */
export async function cardPage(hands: Hands, id: string, cursor: string | undefined, limit: number) {
  const content = await hands.client.call(api.cards.content, { params: { cardPublicId: id } });
  const [relations, code] = await Promise.all([relationEntries(hands, id), codeEntries(hands, id)]);
  const entries = [...entriesOf(content), ...relations, ...code];
  if (cursor !== undefined) {
    const page = entriesAfter(entries, cursor, room);
    return { id, ...page.shown, nextCursor: page.last ?? null };
  }
  const values = await valuesByName(hands, content.board.publicId, content.fields);
  const head = { ...headOf(content), ...(content.fields ? { fields: values } : {}) };
  const page = entriesAfter(entries, undefined, room - lengthOf(head) - 200);
  const space = page.last === undefined ? page.left : 0;
  const comments = await unlessForbidden(
    commentsOf(hands, id, { cursor: undefined, limit, space, least: 0 }),
  );
  return {
    ...head,
    ...page.shown,
    ...withoutEmpty({ nextCursor: page.last }),
    ...(comments ?? { comments: 'not yours to read' }),
  };
}

/** How many comments come with a card. */
export const usualComments = 5;

export const readCard = tool({
  name: 'read_card',
  title: 'Read a card',
  description:
    'Reads a card: description, list, fields, labels, members, checklists with their items, attachments, related cards, and ' +
    `comments, newest first. Nothing is cut: cursors give the rest of what is long. ${isData}`,
  effect: 'reads',
  needs: [],
  input: Type.Object({
    card: cardReference,
    cursor: cursorOf('nextCursor'),
    commentLimit: limitOf(20, usualComments),
    commentCursor: cursorOf('nextCommentCursor'),
  }),
  async run(hands, { card, cursor, commentLimit: limit = usualComments, commentCursor }) {
    const id = await hands.find.card(card);
    return commentCursor === undefined
      ? cardPage(hands, id, cursor, limit)
      : commentsOf(hands, id, { cursor: commentCursor, limit, space: room, least: 1 });
  },
});
