import { type Static, Type } from 'typebox';
import { caps } from './caps.ts';
import { cardFields } from './card-fields.ts';
import { operation } from './operation.ts';
import { relationTypes } from './relation-types.ts';
import { Count, Id, Markdown, named, nullable, oneOf, PublicId, Text } from './schema.ts';

/*
 * Many cards at once, as somebody plans them: with what hangs on them, and what they are to each other. Texts are shorter
 * than on single cards, so that the largest plan fits into a request.
 */

/** What a card of a plan has at most. */
export const ofPlannedCard = {
  title: 500,
  description: 3000,
  labels: 6,
  members: 6,
  items: 20,
  itemTitle: 200,
  checklistName: 30,
  relations: 8,
} as const;

/** How a plan calls one of its cards. */
const LocalName = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9._-]{1,30}$', maxLength: 30, description, example: 'api' });

const PlannedItem = Type.Object({
  title: Text(ofPlannedCard.itemTitle, { description: 'Title', example: 'Write the tests' }),
  checklist: Type.Optional(
    Text(ofPlannedCard.checklistName, {
      description: 'The name of its checklist; `Checklist` if absent',
      example: 'Checks',
    }),
  ),
  acceptance: Type.Optional(Type.Boolean({ description: 'Whether it is an acceptance check' })),
});

const PlannedRelation = Type.Object({
  type: oneOf(relationTypes, { description: 'As of `POST /cards/{cardPublicId}/relations`' }),
  card: Type.String({
    minLength: 1,
    maxLength: 30,
    description:
      'The other card: the `key` of one of the plan, or else a card of the workspace by its key, such as `WEB-12`, or its id',
    example: 'api',
  }),
});

/** A card of a plan, as callers describe it. */
export const PlannedCard = Type.Object({
  key: Type.Optional(LocalName('How relations of the plan call it')),
  title: Text(ofPlannedCard.title, { description: 'Title', example: 'Write the release notes' }),
  description: Type.Optional(
    nullable(Markdown({ maxLength: ofPlannedCard.description, description: 'Markdown' })),
  ),
  list: Type.Optional(
    Text(255, {
      description: 'A list of the board, by its id or name; the first one if absent',
      example: 'To do',
    }),
  ),
  labels: Type.Optional(
    Type.Array(Text(36, { description: 'A label, by its id or name', example: 'Urgent' }), {
      maxItems: ofPlannedCard.labels,
      description: 'Labels that the board does not have are made, which requires `board:edit`',
    }),
  ),
  memberPublicIds: Type.Optional(
    Type.Array(PublicId('A member who can see the board'), { maxItems: ofPlannedCard.members }),
  ),
  startDate: Type.Optional(cardFields.startDate.input),
  dueDate: Type.Optional(cardFields.dueDate.input),
  fields: Type.Optional(cardFields.fields.input),
  items: Type.Optional(
    Type.Array(PlannedItem, {
      maxItems: ofPlannedCard.items,
      description: 'Items of its checklists, in order',
    }),
  ),
  relations: Type.Optional(
    Type.Array(PlannedRelation, {
      maxItems: ofPlannedCard.relations,
      description: 'To cards of the workspace that exist already they require `card:edit`',
    }),
  ),
});

export type PlannedCard = Static<typeof PlannedCard>;

export const plans = {
  create: operation({
    id: 'createPlan',
    method: 'POST',
    path: '/boards/{boardPublicId}/plans',
    tag: 'Cards',
    summary: 'Create many cards at once',
    description:
      `Creates up to ${caps.cardsOfPlan} cards, at the end of their lists, with labels, members, fields, checklists and relations: ` +
      'all of it, or nothing. Relations are to cards of the plan, whatever their order, or to others. An issue names the card and ' +
      'what is wrong with it, such as `body/cards/3/labels/0`. With `propose`, and for callers who have `card:propose` without ' +
      '`card:create`, nothing changes on the board: the cards are proposals, of which people accept or discard each.',
    params: Type.Object({ boardPublicId: PublicId('The board') }),
    body: Type.Object({
      cards: Type.Array(PlannedCard, { minItems: 1, maxItems: caps.cardsOfPlan }),
      propose: Type.Optional(
        Type.Boolean({ description: 'Whether the cards are only proposed', default: false }),
      ),
    }),
    reply: Type.Object({
      cards: Type.Array(
        named(
          'PlannedCard',
          Type.Object({
            key: nullable(Type.String({ example: 'api' })),
            publicId: Id,
            cardNumber: Count('Number in the workspace'),
          }),
        ),
        { description: 'One for each card, in the same order; none if they are proposed' },
      ),
      labels: Type.Array(Type.Object({ publicId: Id, name: Type.String({ example: 'Urgent' }) }), {
        description: 'The labels that were made',
      }),
      proposed: nullable(
        Type.Object(
          {
            planPublicId: Id,
            cards: Type.Array(
              Type.Object({ key: nullable(Type.String({ example: 'api' })), proposalPublicId: Id }),
              { description: 'One for each card, in the same order' },
            ),
          },
          {
            description: 'What waits for people: `GET /boards/{boardPublicId}/proposals`; null if it is done',
          },
        ),
      ),
    }),
    errors: [400, 401, 403, 404, 409],
    access: 'card:create',
    lesser: 'card:propose',
  }),
};
