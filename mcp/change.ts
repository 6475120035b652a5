import { type Static, Type } from 'typebox';
import { api } from '../contract/api.ts';
import { inputsIn } from '../contract/card-fields.ts';
import { CardOperation } from '../contract/card-shapes.ts';
import { nullable, oneOf } from '../contract/schema.ts';
import { Advice, changedFields } from './advice.ts';
import {
  cardPublicId,
  completed,
  dueDate,
  fields,
  idempotencyKey,
  itemDueDate,
  labelPublicId,
  listPublicId,
  memberPublicId,
  version,
} from './fields.ts';
import { relateTo, relations, wantedBy } from './relations.ts';
import { refuseCut } from './remark.ts';
import { dateOf, fieldsOf, withoutEmpty } from './shown.ts';
import { type Hands, type Tool, tool } from './tool.ts';

/* Tools that change existing objects. None deletes permanently: archived objects can be restored. */

const changes = { effect: 'changes' } as const;

const card = api.cards.update.body.properties;

const CardChange = Type.Object({
  ...inputsIn('tools'),
  dueDate,
  completed,
  fields,
  listPublicId: Type.Optional(listPublicId),
  index: card.index,
  version,
});

const updateCard = tool({
  ...changes,
  name: 'update_card',
  title: 'Change or move a card',
  description:
    'Changes the given fields of a card, and moves it if a list or index is given. To replace a description, give the ' +
    '`version` that you read; to change a passage of it, use edit_text; labels, members: change_cards.',
  needs: ['card:edit'],
  input: Type.Object({ cardPublicId, ...CardChange.properties, relations, idempotencyKey }),
  async run(hands, { cardPublicId: given, relations: others, idempotencyKey: _, ...change }) {
    const wanted = others?.map(wantedBy);
    const id = await hands.find.card(given);
    const isChange = wanted === undefined || Object.keys(change).length > 0;
    const changed = isChange ? await changeCard(hands, id, change) : { publicId: id };
    if (wanted) await relateTo(hands, id, wanted, isChange ? 'the fields were changed, ' : '');
    return changed;
  },
});

async function changeCard(
  hands: Hands,
  id: string,
  { listPublicId: to, ...texts }: Static<typeof CardChange>,
): Promise<object> {
  const { client, find } = hands;
  const params = { cardPublicId: id };
  const content = () => client.call(api.cards.content, { params });
  await refuseCut('title', texts.title, async () => (await content()).title);
  await refuseCut('description', texts.description, async () => (await content()).description);
  const expected = texts.version ?? (await versionWithoutText(hands, id, texts.description));
  const list = to === undefined ? undefined : await find.list(to, () => find.boardOfCard(id));
  const body = withoutEmpty({ listPublicId: list, version: expected });
  try {
    const changed = await client.call(api.cards.update, { params, body: { ...texts, ...body } });
    const { publicId, title, listPublicId, index, version } = changed;
    return { publicId, title, ...withoutEmpty({ dueDate: texts.dueDate }), listPublicId, index, version };
  } catch (error) {
    const what = changedFields(error);
    if (what === undefined) throw error;
    const now = await content();
    throw conflict(what, { ...fieldsOf(now), completedAt: now.completedAt, version: now.version });
  }
}

/** The version of a card without a description. Throws `Advice` if there is one, as the agent would replace it unread. */
async function versionWithoutText(
  { client }: Hands,
  id: string,
  description: string | null | undefined,
): Promise<string | undefined> {
  if (description === undefined) return undefined;
  const now = await client.call(api.cards.content, { params: { cardPublicId: id } });
  if (!now.description || now.description === description) return now.version;
  throw new Advice(
    'version: the card has a description, which this would replace. Change a passage of it by edit_text; or read it by ' +
      'get_card, and give its `version` with the whole new text.',
  );
}

/** Includes the current state, so that the agent need not read it again. */
const conflict = (what: string, now: object): Advice =>
  new Advice(
    `Nothing was changed: ${what}. It is now ${JSON.stringify(now)}. Work what has changed into yours, and call again with ` +
      'this version.',
  );

/** Operations that this tool can undo, and that are harmless if repeated: none deletes or copies a card. */
const undoable = ['archive', 'restore', 'move', 'label', 'assign', 'due', 'change'] as const;

const { unchangedSince } = CardOperation.properties;

/** A card of the list to come right after, or before. */
const beside = (where: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: `Id of the card to come right ${where}` }),
  );

/** A title may have been cut when it was read, which only `update_card` refuses. */
const { startDate } = inputsIn('bulk');
const values = { dueDate, startDate, completed };

const Operation = Type.Object({
  type: oneOf(undoable, { description: 'What to do' }),
  cardPublicId,
  listPublicId: Type.Optional(listPublicId),
  index: card.index,
  afterPublicId: beside('after, instead of `index`'),
  beforePublicId: beside('before'),
  labelPublicId: Type.Optional(labelPublicId),
  memberPublicId: Type.Optional(memberPublicId),
  remove: Type.Optional(Type.Boolean()),
  ...values,
  unchangedSince,
});

const changeCards = tool({
  ...changes,
  name: 'change_cards',
  title: 'Change many cards',
  description:
    'Changes up to 200 cards of one workspace at once, all or none: `move` takes `listPublicId`, `index` or both; ' +
    '`label` takes `labelPublicId` and `assign` takes `memberPublicId`, each with `remove` to take it off; `due` takes ' +
    `\`dueDate\`; \`change\` takes ${Object.keys(values)
      .map((name) => `\`${name}\``)
      .join(', ')}; ` +
    '`archive` and `restore` take nothing else.',
  needs: ['card:edit'],
  input: Type.Object({ operations: Type.Array(Operation, { minItems: 1, maxItems: 200 }), idempotencyKey }),
  async run(hands, { operations }) {
    const found: Static<typeof Operation>[] = [];
    for (const each of operations) found.push(await withIds(hands, each));
    const { results } = await hands.client.call(api.cards.bulk, { body: { operations: found } });
    return withoutEmpty({
      changed: results.filter(({ changed }) => changed).length,
      unchanged: results.filter(({ changed }) => !changed).map(({ cardPublicId }) => cardPublicId),
    });
  },
});

/** An operation with names resolved to ids, on the board where the card is before all operations. */
async function withIds({ find }: Hands, given: Static<typeof Operation>): Promise<Static<typeof Operation>> {
  const { listPublicId: list, labelPublicId: label, memberPublicId: member, ...operation } = given;
  const id = await find.card(operation.cardPublicId);
  const board = () => find.boardOfCard(id);
  return {
    ...operation,
    cardPublicId: id,
    ...(list === undefined ? {} : { listPublicId: await find.list(list, board) }),
    ...(label === undefined ? {} : { labelPublicId: await find.label(label, board) }),
    ...(member === undefined ? {} : { memberPublicId: await find.member(member, board) }),
  };
}

const item = api.checklists.updateItem.body.properties;
const checklistItemPublicId = Type.String({ minLength: 1, maxLength: 64, description: 'Id of the item' });

const updateChecklistItem = tool({
  ...changes,
  name: 'update_checklist_item',
  title: 'Change a checklist item',
  description:
    'Marks an item of a checklist as done or not, changes its title, date or member, or moves it within its checklist.',
  needs: ['card:edit'],
  input: Type.Object({
    checklistItemPublicId,
    title: item.title,
    completed: item.completed,
    dueDate: itemDueDate,
    memberPublicId: Type.Optional(nullable(memberPublicId)),
    index: item.index,
    version,
    idempotencyKey,
  }),
  async run(
    { client, find },
    { checklistItemPublicId: id, idempotencyKey: _, memberPublicId: by, ...given },
  ) {
    const params = { checklistItemPublicId: id };
    const get = () => client.call(api.checklists.getItem, { params });
    const read = async () => {
      const { publicId, title, completed, due, memberPublicId, version } = await get();
      return {
        publicId,
        title,
        completed,
        ...withoutEmpty({ dueDate: dateOf(due), memberPublicId }),
        version,
      };
    };
    const board = async () => find.boardOfCard((await get()).cardPublicId);
    const member = by ? await find.member(by, board) : by;
    const body = member === undefined ? given : { ...given, memberPublicId: member };
    await refuseCut('title', body.title, async () => (await read()).title);
    try {
      await client.call(api.checklists.updateItem, { params, body });
    } catch (error) {
      const what = changedFields(error);
      if (what === undefined) throw error;
      throw conflict(what, await read());
    }
    return read();
  },
});

const { oldText, newText } = api.cards.editDescription.body.properties;

const editText = tool({
  ...changes,
  once: true,
  name: 'edit_text',
  title: 'Change a passage of a text',
  description:
    'Replaces a passage of the description of a card, of a comment, or of the title of a checklist item: give the id of one of ' +
    'them. The old text must occur exactly once; all the rest stays as it is, also what others have changed meanwhile.',
  needs: ['card:edit', 'comment:edit', 'comment:create'],
  input: Type.Object({
    cardPublicId: Type.Optional(cardPublicId),
    commentPublicId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Id of the comment' }),
    ),
    checklistItemPublicId: Type.Optional(checklistItemPublicId),
    oldText,
    newText,
    idempotencyKey,
  }),
  async run(hands, { oldText: before, newText: after, ...of }) {
    if (!before.endsWith(after)) await refuseCut('newText', after, async () => before);
    const { publicId, version } = await edit(hands, of, { oldText: before, newText: after });
    return { publicId, version };
  },
});

interface Edited {
  cardPublicId?: string;
  commentPublicId?: string;
  checklistItemPublicId?: string;
}

function edit(
  { client, find }: Hands,
  { cardPublicId: card, commentPublicId, checklistItemPublicId }: Edited,
  body: { oldText: string; newText: string },
) {
  const given = [card, commentPublicId, checklistItemPublicId].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw new Advice(
      'Give one of cardPublicId (for its description), commentPublicId and checklistItemPublicId.',
    );
  }
  if (commentPublicId !== undefined)
    return client.call(api.comments.edit, { params: { commentPublicId }, body });
  if (checklistItemPublicId !== undefined) {
    return client.call(api.checklists.editItem, { params: { checklistItemPublicId }, body });
  }
  return find
    .card(card ?? '')
    .then((id) => client.call(api.cards.editDescription, { params: { cardPublicId: id }, body }));
}

export const changeTools: readonly Tool[] = [updateCard, changeCards, updateChecklistItem, editText];
