import { type Effect, type Entities, type Mutation, newKey, type Part } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';
import { type WholeCard, withParts } from '../sync/with-parts.ts';

/*
 * The operations of a card's page, as mutations: what to show at once, on the page and on the tile, and what to
 * request.
 */

/** A card on its page. */
export interface OnCard {
  store: Store;
  id: string;
  /** The card as shown; its feed is not needed. */
  card: WholeCard;
  etag: string;
}

type Group = 'comments' | 'checklists' | 'attachments' | 'cards' | 'relations';

interface Request {
  operation: readonly [group: Group, name: string];
  params: Record<string, string>;
  body?: unknown;
}

function mutation(on: OnCard, title: string, part: Part, { operation, params, body }: Request): Mutation {
  return {
    id: newKey(),
    title: title.slice(0, 80),
    effects: onTile(on, part),
    operation,
    input: { params, ...(body === undefined ? {} : { body }) },
    part,
  };
}

/** The effect on the tile, which shows counts and whether there is a description. */
function onTile({ store, id, card }: OnCard, part: Part): Effect[] {
  const tile = store.peek('card', id);
  if (!tile) return [];
  const fields: Partial<Entities['card']> = {};
  if (part.kind === 'comment' && (part.isNew || part.fields === null))
    fields.commentCount = Math.max(0, tile.commentCount + (part.isNew ? 1 : -1));
  else if (part.kind === 'description') fields.hasDescription = part.fields.description !== null;
  else if (part.kind === 'reaction' || part.kind === 'relation') return [];
  else if (part.kind === 'attachment' && part.fields) return [];
  else if (part.kind === 'attachment') fields.attachmentCount = Math.max(0, tile.attachmentCount - 1);
  else {
    const count = (checklists: WholeCard['checklists']) => {
      const items = checklists.flatMap((each) => each.items);
      return [items.length, items.filter(({ completed }) => completed).length] as const;
    };
    const [before, after] = [count(card.checklists), count(withParts(card, [part]).checklists)];
    fields.itemCount = Math.max(0, tile.itemCount + after[0] - before[0]);
    fields.completedItemCount = Math.max(0, tile.completedItemCount + after[1] - before[1]);
  }
  const isChanged = Object.entries(fields).some(([name, value]) => tile[name as keyof typeof tile] !== value);
  return isChanged ? [{ kind: 'card', id, fields }] : [];
}

/** Replaces the description that is shown. */
export function describe(on: OnCard, text: string): Mutation {
  const description = text.trim() === '' ? null : text;
  const { id, card, etag } = on;
  return {
    ...mutation(
      on,
      card.title,
      { kind: 'description', cardId: id, fields: { description } },
      { operation: ['cards', 'update'], params: { cardPublicId: id }, body: { description } },
    ),
    over: { etag, description: card.description },
  };
}

export function writeComment(on: OnCard, publicId: string, comment: string, replyTo?: string): Mutation {
  const { id } = on;
  const fields = { comment, ...(replyTo === undefined ? {} : { replyTo }) };
  return mutation(
    on,
    comment,
    { kind: 'comment', cardId: id, id: publicId, fields, isNew: true },
    { operation: ['comments', 'create'], params: { cardPublicId: id }, body: { publicId, ...fields } },
  );
}

/** Reacts to a comment, or takes the reaction back. */
export const turnReaction = (on: OnCard, comment: string, emoji: string, own: boolean): Mutation =>
  mutation(
    on,
    emoji,
    { kind: 'reaction', cardId: on.id, id: comment, emoji, fields: { own } },
    {
      operation: ['comments', own ? 'addReaction' : 'removeReaction'],
      params: { commentPublicId: comment, emoji },
    },
  );

export function editComment(on: OnCard, publicId: string, comment: string): Mutation {
  const { id } = on;
  const params = { cardPublicId: id, commentPublicId: publicId };
  return mutation(
    on,
    comment,
    { kind: 'comment', cardId: id, id: publicId, fields: { comment } },
    { operation: ['comments', 'update'], params, body: { comment } },
  );
}

export function deleteComment(on: OnCard, publicId: string, comment: string): Mutation {
  const { id } = on;
  const params = { cardPublicId: id, commentPublicId: publicId };
  return mutation(
    on,
    comment,
    { kind: 'comment', cardId: id, id: publicId, fields: null },
    { operation: ['comments', 'delete'], params },
  );
}

export function addChecklist(on: OnCard, publicId: string, name: string): Mutation {
  const { id } = on;
  return mutation(
    on,
    name,
    { kind: 'checklist', cardId: id, id: publicId, fields: { name }, isNew: true },
    { operation: ['checklists', 'create'], params: { cardPublicId: id }, body: { publicId, name } },
  );
}

export const renameChecklist = (on: OnCard, publicId: string, name: string): Mutation =>
  mutation(
    on,
    name,
    { kind: 'checklist', cardId: on.id, id: publicId, fields: { name } },
    { operation: ['checklists', 'update'], params: { checklistPublicId: publicId }, body: { name } },
  );

export const deleteChecklist = (on: OnCard, publicId: string, name: string): Mutation =>
  mutation(
    on,
    name,
    { kind: 'checklist', cardId: on.id, id: publicId, fields: null },
    { operation: ['checklists', 'delete'], params: { checklistPublicId: publicId } },
  );

export const addItem = (on: OnCard, checklistId: string, publicId: string, title: string): Mutation =>
  mutation(
    on,
    title,
    { kind: 'item', cardId: on.id, id: publicId, checklistId, fields: { title }, isNew: true },
    {
      operation: ['checklists', 'createItem'],
      params: { checklistPublicId: checklistId },
      body: { publicId, title },
    },
  );

interface OfList {
  publicId: string;
  title: string;
}

/** Renames, checks, unchecks, moves, dates or assigns an item. */
export const changeItem = (
  on: OnCard,
  checklistId: string,
  { publicId, title }: OfList,
  fields: Partial<NonNullable<Extract<Part, { kind: 'item' }>['fields']>>,
): Mutation =>
  mutation(
    on,
    title,
    { kind: 'item', cardId: on.id, id: publicId, checklistId, fields },
    { operation: ['checklists', 'updateItem'], params: { checklistItemPublicId: publicId }, body: fields },
  );

export const deleteItem = (on: OnCard, checklistId: string, { publicId, title }: OfList): Mutation =>
  mutation(
    on,
    title,
    { kind: 'item', cardId: on.id, id: publicId, checklistId, fields: null },
    { operation: ['checklists', 'deleteItem'], params: { checklistItemPublicId: publicId } },
  );

export const renameAttachment = (on: OnCard, publicId: string, filename: string): Mutation =>
  mutation(
    on,
    filename,
    { kind: 'attachment', cardId: on.id, id: publicId, fields: { originalFilename: filename } },
    {
      operation: ['attachments', 'update'],
      params: { attachmentPublicId: publicId },
      body: { filename },
    },
  );

export const deleteAttachment = (on: OnCard, publicId: string, filename: string): Mutation =>
  mutation(
    on,
    filename,
    { kind: 'attachment', cardId: on.id, id: publicId, fields: null },
    { operation: ['attachments', 'delete'], params: { attachmentPublicId: publicId } },
  );
