import type { RelationType } from '../../contract/relation-types.ts';
import { routes } from '../../contract/routes.ts';
import { type Resource, resourceOf } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { newPublicId, type OpenBoard } from '../board/open.ts';
import { relationTexts } from '../messages/relations.ts';
import type { Mutation, Relation } from '../sync/mutation.ts';
import { newKey } from '../sync/mutation.ts';
import type { OwnStep } from '../sync/undo.ts';

/* The relations of a card: read when it is shown, kept for later without a connection, and changed at once. */

/** In the order in which they are shown. */
export const shownTypes: readonly RelationType[] = [
  'parent',
  'child',
  'blocked-by',
  'blocks',
  'relates',
  'duplicates',
  'duplicated-by',
];

type Known = Parameters<typeof resourceOf<readonly Relation[]>>;

/** The server knows nothing of a card that is not sent yet. */
export const ofCard = ({ store }: OpenBoard, id: string): Known => [
  `relations ${id}`,
  async (signal) => {
    if (!store.isKnown('card', id) && store.peek('card', id)) return [];
    return (await server.ask(routes.relations.list, { params: { cardPublicId: id } }, { signal })).reply
      .relations;
  },
  { isKept: true },
];

const known = (board: OpenBoard, id: string): Resource<readonly Relation[]> =>
  resourceOf(...ofCard(board, id));

const all = (board: OpenBoard, id: string): readonly Relation[] => known(board, id).value.peek() ?? [];

function mutationOf(id: string, { publicId, ...fields }: Relation, isMade: boolean): Mutation {
  return {
    id: newKey(),
    title: fields.card.title.slice(0, 80),
    effects: [],
    operation: ['relations', isMade ? 'create' : 'delete'],
    input: isMade
      ? {
          params: { cardPublicId: id },
          body: { type: fields.type, cardPublicId: fields.card.publicId },
        }
      : { params: { cardPublicId: id, relationPublicId: publicId } },
    part: isMade
      ? { kind: 'relation', cardId: id, id: publicId, fields, isNew: true }
      : { kind: 'relation', cardId: id, id: publicId, fields: null },
  };
}

/** The server makes the ids of relations: until then, one that only this page knows. */
const pendingId = (): string => `${pending}${newPublicId()}`;
const pending = 'pending ';

/** Whether a relation is not stored yet. */
export const isPending = ({ publicId }: Relation): boolean => publicId.startsWith(pending);

/** The step that relates a card to another, or no longer does. */
function stepOf(board: OpenBoard, id: string, relation: Relation, isMade: boolean): OwnStep {
  const { key } = relation.card;
  const others = all(board, id).filter(({ publicId }) => publicId !== relation.publicId);
  known(board, id).set(isMade ? [...others, relation] : others);
  return {
    text: (isMade ? relationTexts.added : relationTexts.removed)(key),
    left: relationTexts.left(key),
    mutation: mutationOf(id, relation, isMade),
    back() {
      const now = all(board, id).find(
        ({ type, card }) => type === relation.type && card.publicId === relation.card.publicId,
      );
      if ((now !== undefined) !== isMade || (now && isPending(now))) return undefined;
      return stepOf(board, id, now ?? { ...relation, publicId: pendingId() }, !isMade);
    },
  };
}

/** Relates a card to another, or no longer does. */
function turn(board: OpenBoard, id: string, relation: Relation, isMade: boolean): void {
  const own = stepOf(board, id, relation, isMade);
  board.do(own.mutation, { own, text: own.text });
}

export const relate = (board: OpenBoard, id: string, type: RelationType, card: Relation['card']): void =>
  turn(board, id, { publicId: pendingId(), type, card }, true);

export const unrelate = (board: OpenBoard, id: string, relation: Relation): void =>
  turn(board, id, relation, false);

/** What the other card of each relation of a card is. */
export const relatedTo = (board: OpenBoard, id: string): ReadonlySet<string> =>
  new Set([id, ...all(board, id).map(({ card }) => card.publicId)]);
