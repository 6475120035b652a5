import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { type RelationType, relationTypes } from '../contract/relation-types.ts';
import { Advice } from './advice.ts';
import type { Entry } from './pages.ts';
import { withoutEmpty } from './shown.ts';
import type { Hands } from './tool.ts';

/** What a card is to others, in few characters: each conversation pays for the schema. */
export const relations = Type.Optional(
  Type.Array(Type.String({ minLength: 3, maxLength: 600 }), {
    maxItems: 20,
    description: `Such as \`blocked-by WEB-12\`, with \`-\` before it to remove: ${relationTypes.join(', ')}`,
  }),
);

const form = new RegExp(`^(?<minus>-?)(?<type>${relationTypes.join('|')}) +(?<card>\\S.*)$`, 's');

export interface Wanted {
  type: RelationType;
  /** The other card, as the agent calls it. */
  card: string;
  remove: boolean;
}

export function wantedBy(given: string): Wanted {
  const { minus, type, card = '' } = form.exec(given)?.groups ?? {};
  const known = relationTypes.find((each) => each === type);
  if (known) return { type: known, card, remove: minus === '-' };
  throw new Advice(
    `relations: ${JSON.stringify(given)} is not a type and a card, such as \`blocked-by WEB-12\`; types are ${relationTypes.join(', ')}.`,
  );
}

const read = async ({ client }: Hands, cardPublicId: string) =>
  (await client.call(api.relations.list, { params: { cardPublicId } })).relations;

/** The relations of a card as entries of what is shown of it. */
export const relationEntries = async (hands: Hands, cardPublicId: string): Promise<Entry[]> =>
  (await read(hands, cardPublicId)).map(({ type, card }) => ({
    list: 'relations',
    shown: {
      type,
      id: card.publicId,
      number: card.key,
      title: card.title,
      board: card.boardName,
      ...withoutEmpty({ done: card.completedAt !== null, archived: card.archived }),
    },
  }));

/** Relates a card to another, or no longer. */
export async function relate(
  hands: Hands,
  cardPublicId: string,
  { type, card, remove }: Wanted,
): Promise<void> {
  const { client, find } = hands;
  const other = await find.card(card);
  const params = { cardPublicId };
  if (!remove) {
    await client.call(api.relations.create, { params, body: { type, cardPublicId: other } });
    return;
  }
  const all = await read(hands, cardPublicId);
  const found = all.find((each) => each.type === type && each.card.publicId === other);
  if (!found) return;
  await client.call(api.relations.delete, { params: { ...params, relationPublicId: found.publicId } });
}
