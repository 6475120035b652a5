import { Type } from 'typebox';
import { caps } from './caps.ts';
import { operation } from './operation.ts';
import { PlannedCard } from './plans.ts';
import {
  Count,
  Id,
  KeyName,
  named,
  nullable,
  oneOf,
  PublicId,
  page,
  pageQuery,
  Success,
  Timestamp,
} from './schema.ts';
import { Person } from './shapes.ts';

/* Cards of plans that were proposed: they are not on the board before somebody accepts them. */

export const proposalStates = ['open', 'accepted', 'discarded'] as const;

export type ProposalState = (typeof proposalStates)[number];

const { key: _key, ...described } = PlannedCard.properties;

const Proposal = named(
  'Proposal',
  Type.Object({
    publicId: Id,
    planPublicId: Type.String({ description: 'What was proposed together has the same' }),
    card: Type.Object(PlannedCard.properties, {
      description:
        'As it was proposed; `list` is the id of the list, and relations have the id of a card, or that of another proposal ' +
        'of the plan',
    }),
    state: oneOf(proposalStates, { description: 'Whether it still waits for somebody' }),
    createdAt: Timestamp('When it was proposed'),
    proposedBy: Person,
    apiKey: nullable(KeyName('The API key by which it was proposed; null for a session')),
    decidedAt: nullable(Timestamp('When it was accepted or discarded')),
    decidedBy: nullable({ ...Person, description: 'Who did' }),
    cardPublicId: nullable(Type.String({ description: 'The card that it became' })),
  }),
);

const onBoard = { tag: 'Cards', params: Type.Object({ boardPublicId: PublicId('The board') }) } as const;

export const proposals = {
  list: operation({
    ...onBoard,
    id: 'listProposals',
    method: 'GET',
    path: '/boards/{boardPublicId}/proposals',
    summary: 'List the cards that are proposed on a board',
    description:
      'Oldest first, those of a plan in its order. After 90 days a proposal is gone, whatever its state.',
    query: Type.Object({
      state: Type.Optional(oneOf(proposalStates, { default: 'open', description: 'Only in this state' })),
      planPublicId: Type.Optional(
        Type.String({ minLength: 12, maxLength: 64, description: 'Those of this plan, in whatever state' }),
      ),
      ...pageQuery({ max: 100, default: 50 }),
    }),
    reply: page('proposals', Proposal),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  accept: operation({
    ...onBoard,
    id: 'acceptProposals',
    method: 'POST',
    path: '/boards/{boardPublicId}/proposals/accept',
    summary: 'Accept proposed cards',
    description:
      'Creates cards that were proposed, of one plan, as they were proposed or with what is given instead: all of them, or ' +
      'none. They are yours, and their histories say who proposed them. Relations to other cards of the plan are made as soon ' +
      'as both are accepted; those to cards that are gone, or that you may not view, are left out. What is accepted or ' +
      'discarded already is refused.',
    body: Type.Object({
      cards: Type.Array(
        Type.Object({
          proposalPublicId: PublicId('The proposal'),
          ...Type.Partial(Type.Object(described)).properties,
        }),
        { minItems: 1, maxItems: caps.cardsOfPlan },
      ),
    }),
    reply: Type.Object({
      cards: Type.Array(
        Type.Object({ proposalPublicId: Id, publicId: Id, cardNumber: Count('Number in the workspace') }),
        { description: 'One for each, in the same order' },
      ),
      labels: Type.Array(Type.Object({ publicId: Id, name: Type.String({ example: 'Urgent' }) }), {
        description: 'The labels that were made',
      }),
      relationsLeftOut: Count('Relations to cards that are gone, or that you may not view'),
    }),
    errors: [400, 401, 403, 404, 409],
    access: 'card:create',
  }),
  discard: operation({
    ...onBoard,
    id: 'discardProposals',
    method: 'POST',
    path: '/boards/{boardPublicId}/proposals/discard',
    summary: 'Discard proposed cards',
    description:
      'All of them, or none; what is discarded already stays so. Callers who have `card:propose` without `card:create` ' +
      'withdraw what they have proposed by the same API key.',
    body: Type.Object({
      proposalPublicIds: Type.Array(PublicId('The proposals'), {
        minItems: 1,
        maxItems: caps.cardsOfPlan,
      }),
    }),
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:create',
    lesser: 'card:propose',
  }),
};
