import { type Static, Type } from 'typebox';
import { api } from '../contract/api.ts';
import { inputsIn } from '../contract/card-fields.ts';
import { Advice, changedFields, conflict, Unfinished } from './advice.ts';
import { addChecklist, Checklists, Item, writeItem } from './checklists.ts';
import {
  card,
  changedLabels,
  changedMembers,
  dueDate,
  fields,
  idempotencyKey,
  list,
  otherDate,
  version,
} from './fields.ts';
import { marksOn } from './marks.ts';
import { relate, relations, wantedBy } from './relations.ts';
import { refuseCut } from './remark.ts';
import { fieldsOf, withoutEmpty } from './shown.ts';
import { type Hands, tool } from './tool.ts';

const CardChange = Type.Object({
  ...inputsIn('tools'),
  startDate: otherDate,
  dueDate,
  completed: Type.Optional(Type.Boolean()),
  fields,
  list: Type.Optional(list),
  index: Type.Optional(Type.Integer({ minimum: 0, description: 'Place in the list' })),
  version,
});

const Hanging = Type.Object({
  labels: changedLabels,
  members: changedMembers,
  relations,
  checklists: Checklists,
  items: Type.Optional(Type.Array(Item, { maxItems: 50 })),
});

async function changeCard(
  hands: Hands,
  id: string,
  { list: to, ...texts }: Static<typeof CardChange>,
): Promise<object> {
  const { client, find } = hands;
  const params = { cardPublicId: id };
  const content = () => client.call(api.cards.content, { params });
  await refuseCut('title', texts.title, async () => (await content()).title);
  await refuseCut('description', texts.description, async () => (await content()).description);
  const expected = texts.version ?? (await versionWithoutText(hands, id, texts.description));
  const listPublicId = to === undefined ? undefined : await find.list(to, () => find.boardOfCard(id));
  const body = { ...texts, ...withoutEmpty({ listPublicId, version: expected }) };
  try {
    const changed = await client.call(api.cards.update, { params, body });
    return { ...withoutEmpty({ list: to && changed.listPublicId }), version: changed.version };
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
      'read_card, and give its `version` with the whole new text.',
  );
}

/** What a call tells: the versions for the next write, and the ids of what is new. */
interface Written {
  id: string;
  list?: string;
  version?: string;
  checklists: object[];
  items: object[];
}

interface Step {
  /** What is done once it is. */
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

/** What hangs on the card, after its own fields. */
function stepsOn(hands: Hands, written: Written, given: Static<typeof Hanging>): Step[] {
  const { id } = written;
  const { labels, members, relations: others = [], checklists = [], items = [] } = given;
  const marks = async () => {
    const operations = await marksOn(hands, id, withoutEmpty({ labels, members }));
    if (operations.length > 0) await hands.client.call(api.cards.bulk, { body: { operations } });
  };
  return [
    ...(labels || members ? [{ what: 'labels and members', run: marks }] : []),
    ...others.map((each) => ({ what: each, run: () => relate(hands, id, wantedBy(each)) })),
    ...checklists.map((each) => ({
      what: `the checklist ${JSON.stringify(each.name)}`,
      run: async () => written.checklists.push(await addChecklist(hands, id, each)),
    })),
    ...items.map((each) => ({
      what: `the item ${each.item ?? JSON.stringify(each.title)}`,
      run: async () => written.items.push(await writeItem(hands, each)),
    })),
  ];
}

/** Refuses, before anything is written, what would fail half-way. */
async function check({ relations: others = [], checklists = [] }: Static<typeof Hanging>): Promise<void> {
  others.map(wantedBy);
  for (const each of checklists.flatMap(({ items }) => items)) await refuseCut('items', each);
}

const adds = ({ checklists = [], items = [] }: Static<typeof Hanging>): boolean =>
  checklists.length > 0 || items.some(({ item }) => item === undefined);

export const write = tool({
  name: 'write',
  title: 'Write on a card',
  description:
    'Changes whatever you give of a card: fields, its list and place, labels, members, relations; adds checklists; changes or ' +
    'adds items. To replace a description, give the `version` that you read; to change a passage of it, use edit_text.',
  effect: 'changes',
  once: adds,
  needs: ['card:edit'],
  input: Type.Object({ card, ...CardChange.properties, ...Hanging.properties, idempotencyKey }),
  async run(hands, { card: given, idempotencyKey: _, ...all }) {
    const { labels, members, relations: others, checklists, items, ...change } = all;
    const hanging = { labels, members, relations: others, checklists, items };
    await check(hanging);
    const written: Written = { id: await hands.find.card(given), checklists: [], items: [] };
    const steps = stepsOn(hands, written, hanging);
    // The fields come first: a conflict then leaves everything as it is.
    if (steps.length === 0 || Object.keys(change).length > 0) {
      const run = async () => Object.assign(written, await changeCard(hands, written.id, change));
      steps.unshift({ what: 'the fields', run });
    }
    for (const [count, { what, run }] of steps.entries()) {
      try {
        await run();
      } catch (error) {
        if (count === 0) throw error;
        const before = steps.slice(0, count).map((each) => each.what);
        throw new Unfinished(`done: ${before.join(', ')}; not done: ${what}`, { cause: error });
      }
    }
    return withoutEmpty(written);
  },
});
