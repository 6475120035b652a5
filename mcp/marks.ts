import type { Static } from 'typebox';
import type { CardOperation } from '../contract/card-shapes.ts';
import type { Hands } from './tool.ts';

/* Labels and members of cards, as tools take them: by name, and with a minus before it to take one off. */

type Operation = Static<typeof CardOperation>;

interface Marks {
  labels?: readonly string[];
  members?: readonly string[];
}

const signed = (given: string) =>
  given.startsWith('-') ? { name: given.slice(1).trim(), remove: true } : { name: given, remove: false };

/** The operations that put labels and members on a card or take them off. */
export async function marksOn(
  { find }: Hands,
  cardPublicId: string,
  { labels = [], members = [] }: Marks,
): Promise<Operation[]> {
  const board = () => find.boardOfCard(cardPublicId);
  const operations: Operation[] = [];
  for (const { name, remove } of labels.map(signed)) {
    operations.push({ type: 'label', cardPublicId, labelPublicId: await find.label(name, board), remove });
  }
  for (const { name, remove } of members.map(signed)) {
    operations.push({ type: 'assign', cardPublicId, memberPublicId: await find.member(name, board), remove });
  }
  return operations;
}
