import { Type } from 'typebox';
import { caps } from './caps.ts';
import { cardParams } from './card-content.ts';
import { operation } from './operation.ts';
import { relationTypes, storedRelationTypes } from './relation-types.ts';
import { Id, named, nullable, oneOf, PublicId, Success, Timestamp } from './schema.ts';
import { workspaceParams } from './workspaces.ts';

const Types = oneOf(relationTypes, {
  description:
    'This card `blocks` the other one, is `blocked-by` it, `duplicates` it, is `duplicated-by` it, or `relates` to it; the ' +
    'other one is the `parent` or a `child` of this one',
  example: 'blocks',
});

/** A card as others refer to it. */
export const RelatedCard = named(
  'RelatedCard',
  Type.Object({
    publicId: Id,
    key: Type.String({ description: 'Its number after the prefix of the workspace', example: 'WEB-12' }),
    title: Type.String({ example: 'Write the release notes' }),
    listName: Type.String({ example: 'In progress' }),
    boardPublicId: Id,
    boardName: Type.String({ example: 'Website' }),
    completedAt: nullable(Timestamp('When it was completed; null for an open card')),
    archived: Type.Boolean({ description: 'Whether it, its list or its board is archived' }),
  }),
);

export const Relation = named('Relation', Type.Object({ publicId: Id, type: Types, card: RelatedCard }));

/** A relation between two cards of one board. */
const BoardRelation = named(
  'BoardRelation',
  Type.Object({
    publicId: Id,
    type: oneOf(storedRelationTypes, {
      description:
        'What the card is to the other one: it `blocks` it, for example, or has it as its `parent`',
      example: 'blocks',
    }),
    cardPublicId: PublicId('The card'),
    otherPublicId: PublicId('The other card'),
  }),
);

/** Max keys that are looked up at once. */
const mostKeys = 100;

/** Max cards between which relations are looked up at once. */
const mostCards = 100;

const tag = 'Relations';
const onCard = { tag, path: '/cards/{cardPublicId}/relations', params: cardParams } as const;

/** How cards depend on each other, over all boards of a workspace. */
export const relations = {
  list: operation({
    ...onCard,
    id: 'listRelations',
    method: 'GET',
    summary: 'Read the relations of a card',
    description:
      'In both directions, each as seen from this card, oldest first. A relation to a card that you may not view is left ' +
      'out, as are those to cards in the trash.',
    reply: Type.Object({ relations: Type.Array(Relation) }),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  create: operation({
    ...onCard,
    id: 'createRelation',
    method: 'POST',
    summary: 'Relate a card to another',
    description:
      'To a card on any board of the workspace that you may view. The same relation again changes nothing. A card has at ' +
      `most one parent, and ${caps.relationsOfCard} relations; circles of cards that block each other, or of parents, are ` +
      'refused. A card is blocked as long as one that blocks it is open, and neither archived nor deleted.',
    body: Type.Object({
      type: Types,
      cardPublicId: PublicId('The other card'),
    }),
    reply: Type.Object({ publicId: Id }),
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  delete: operation({
    tag,
    id: 'deleteRelation',
    method: 'DELETE',
    path: '/cards/{cardPublicId}/relations/{relationPublicId}',
    summary: 'Remove a relation of a card',
    description: 'From both cards.',
    params: Type.Object({
      ...cardParams.properties,
      relationPublicId: PublicId('A relation of this card, from either direction'),
    }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  among: operation({
    tag,
    id: 'listBoardRelations',
    method: 'GET',
    path: '/boards/{boardPublicId}/relations',
    summary: 'Read how cards of a board are related to each other',
    description:
      'The relations between some cards of the board, oldest first, at most 1,000. Those to other cards are left out.',
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    query: Type.Object({
      cardPublicIds: Type.Optional(
        Type.Array(PublicId('A card of the board'), {
          maxItems: mostCards,
          description: `At most ${mostCards} cards; those that are not on the board are left out`,
        }),
      ),
    }),
    reply: Type.Object({ relations: Type.Array(BoardRelation) }),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  resolve: operation({
    tag,
    id: 'findCardsByKey',
    method: 'GET',
    path: '/workspaces/{workspacePublicId}/cards',
    summary: 'Find cards by their keys',
    description:
      'Cards that texts mention as `WEB-12`. Those that you may not view are left out like those that do not exist.',
    params: workspaceParams,
    query: Type.Object({
      keys: Type.Optional(
        Type.Array(Type.String({ maxLength: 40, description: 'Prefix and number', example: 'WEB-12' }), {
          maxItems: mostKeys,
          description: `At most ${mostKeys} keys; their case does not matter`,
        }),
      ),
    }),
    reply: Type.Object({ cards: Type.Array(RelatedCard) }),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
};
