import { type Static, Type } from 'typebox';
import { api } from '../contract/api.ts';
import { nullable } from '../contract/schema.ts';
import { Advice, changedFields, conflict } from './advice.ts';
import { id, member, otherDate, version } from './fields.ts';
import { refuseCut } from './remark.ts';
import { itemOf } from './shown.ts';
import type { Hands } from './tool.ts';

const { title } = api.checklists.createItem.body.properties;

const Checklist = Type.Object({
  name: { ...api.checklists.create.body.properties.name, description: undefined },
  items: Type.Array({ ...title, description: undefined }, { maxItems: 50 }),
});

/** Checklists to be added to a card. */
export const Checklists = Type.Optional(Type.Array(Checklist, { maxItems: 10 }));

/** An item of a checklist of a card: to be changed, or to be added. */
export const Item = Type.Object({
  item: Type.Optional(id('Id of the item to change')),
  checklist: Type.Optional(id('Id of the checklist to add one to')),
  title: Type.Optional({ ...title, description: undefined }),
  completed: Type.Optional(Type.Boolean()),
  dueDate: otherDate,
  member: Type.Optional(nullable(member)),
  index: Type.Optional(Type.Integer({ minimum: 0 })),
  version,
});

/** Adds a checklist with its items to a card. */
export async function addChecklist(
  { client }: Hands,
  cardPublicId: string,
  { name, items }: Static<typeof Checklist>,
) {
  const { publicId } = await client.call(api.checklists.create, { params: { cardPublicId }, body: { name } });
  const params = { checklistPublicId: publicId };
  const made: { id: string; title: string }[] = [];
  for (const each of items) {
    const item = await client.call(api.checklists.createItem, { params, body: { title: each } });
    made.push({ id: item.publicId, title: item.title });
  }
  return { id: publicId, name, items: made };
}

/** Changes an item, or adds one; returns it as it is then. */
export async function writeItem(hands: Hands, given: Static<typeof Item>): Promise<object> {
  const { item, checklist, ...rest } = given;
  if (item !== undefined && checklist === undefined) return changeItem(hands, item, rest);
  if (checklist !== undefined && item === undefined && rest.title !== undefined)
    return addItem(hands, checklist, { ...rest, title: rest.title });
  throw new Advice(
    'items: give item to change one, or checklist and title to add one. read_card tells their ids.',
  );
}

type Fields = Omit<Static<typeof Item>, 'item' | 'checklist'>;

async function addItem(hands: Hands, checklistPublicId: string, given: Fields & { title: string }) {
  const { client, find } = hands;
  const params = { checklistPublicId };
  const { member: by, completed, version: _, ...body } = given;
  await refuseCut('title', body.title);
  const board = async () =>
    find.boardOfCard((await client.call(api.checklists.get, { params })).cardPublicId);
  const whose = by ? { memberPublicId: await find.member(by, board) } : {};
  const { publicId } = await client.call(api.checklists.createItem, { params, body: { ...body, ...whose } });
  return completed ? changeItem(hands, publicId, { completed }) : readItem(hands, publicId);
}

const readItem = async ({ client }: Hands, checklistItemPublicId: string) =>
  itemOf(await client.call(api.checklists.getItem, { params: { checklistItemPublicId } }));

async function changeItem(hands: Hands, checklistItemPublicId: string, { member: by, ...given }: Fields) {
  const { client, find } = hands;
  const params = { checklistItemPublicId };
  const get = () => client.call(api.checklists.getItem, { params });
  const board = async () => find.boardOfCard((await get()).cardPublicId);
  const whose = by ? await find.member(by, board) : by;
  const body = whose === undefined ? given : { ...given, memberPublicId: whose };
  await refuseCut('title', body.title, async () => (await get()).title);
  try {
    await client.call(api.checklists.updateItem, { params, body });
  } catch (error) {
    const what = changedFields(error);
    if (what === undefined) throw error;
    throw conflict(what, await readItem(hands, checklistItemPublicId));
  }
  return readItem(hands, checklistItemPublicId);
}
