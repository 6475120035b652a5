import { type Entities, type Mutation, newKey } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';

/* The mutations of the board's menu. */

type Label = Entities['label'];

export const editLabel = (
  { publicId, name }: Label,
  fields: Partial<Pick<Label, 'name' | 'colourCode'>>,
): Mutation => ({
  id: newKey(),
  title: name,
  effects: [{ kind: 'label', id: publicId, fields }],
  operation: ['labels', 'update'],
  input: { params: { labelPublicId: publicId }, body: fields },
});

/** Also removes the label from all cards, and cannot be undone. */
export const deleteLabel = (store: Store, { publicId, name }: Label): Mutation => ({
  id: newKey(),
  title: name,
  effects: [
    { kind: 'label', id: publicId, fields: null },
    ...cardsWith(store, publicId).map((card) => ({
      kind: 'card' as const,
      id: card.publicId,
      fields: { labelPublicIds: card.labelPublicIds.filter((each) => each !== publicId) },
    })),
  ],
  operation: ['labels', 'delete'],
  input: { params: { labelPublicId: publicId } },
});

export const cardsWith = (store: Store, labelId: string): Entities['card'][] =>
  store.lists
    .peek()
    .flatMap((list) => store.cardsOf(list).peek())
    .flatMap((id) => store.get('card', id).peek() ?? [])
    .filter(({ labelPublicIds }) => labelPublicIds.includes(labelId));

export const editBoard = (
  { publicId, name }: Entities['board'],
  fields: Partial<
    Pick<Entities['board'], 'name' | 'slug' | 'visibility' | 'access' | 'background' | 'isArchived'>
  >,
): Mutation => ({
  id: newKey(),
  title: name,
  effects: [{ kind: 'board', id: publicId, fields }],
  operation: ['boards', 'update'],
  input: { params: { boardPublicId: publicId }, body: fields },
});
