import { Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { operation } from './operation.ts';
import { Id, KeyName, named, nullable, PublicId, Success, Timestamp } from './schema.ts';

/** Seconds. */
export const leases = { least: 30, most: 86_400, usual: 600 } as const;

/** Claims of a board that are listed at once. */
const mostListed = 100;

const LeaseSeconds = Type.Optional(
  Type.Integer({
    minimum: leases.least,
    maximum: leases.most,
    description: `For how many seconds; ${leases.usual} unless given`,
    example: leases.usual,
  }),
);

export const Claim = named(
  'Claim',
  Type.Object({
    cardPublicId: Id,
    member: nullable(
      Type.Object(
        {
          publicId: Id,
          name: nullable(Type.String({ description: 'Display name', example: 'Ada Lovelace' })),
        },
        { description: 'Who holds it; null if you may not view members' },
      ),
    ),
    apiKey: nullable(
      KeyName('The API key by which it was made; null for a session, or if you may not view members'),
    ),
    mine: Type.Boolean({ description: 'Whether you hold it, with this credential' }),
    claimedAt: Timestamp('When it was made'),
    expiresAt: Timestamp('When the card comes back by itself'),
  }),
);

/** A card that was claimed. */
const ClaimedCard = named(
  'ClaimedCard',
  Type.Object({
    publicId: Id,
    key: Type.String({ description: 'Its number after the prefix of the workspace', example: 'WEB-12' }),
    title: Type.String({ example: 'Write the release notes' }),
    listPublicId: Id,
    claim: Claim,
  }),
);

const tag = 'Claims';
const onBoard = {
  tag,
  path: '/boards/{boardPublicId}/claims',
  params: Type.Object({ boardPublicId: PublicId('The board') }),
} as const;
const onCard = { tag, path: '/cards/{cardPublicId}/claim', params: cardParams } as const;

/** Who works on which card, for a time that ends by itself. */
export const claims = {
  next: operation({
    ...onBoard,
    id: 'claimNextCard',
    method: 'POST',
    summary: 'Claim the next card that is ready',
    description:
      'The first card of the board, in its order, that is open, unblocked, unclaimed and no template, whose start has come, ' +
      'and that passes the filter: `is:ready` in a filter says the same. You are put on the card, and it is moved if a list ' +
      'is given, in one change. No card is given to two callers. Without such a card, `retryAfter` says in how many seconds ' +
      'to ask again; with a `cursor`, there are more cards to look at, after it. A claim ends when its time is over, when it ' +
      'is given back, and when the card is completed, archived or deleted. Only claims by the same API key, or by sessions ' +
      'of the same member, have the same holder.',
    body: Type.Object({
      filter: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'Only cards that pass this filter, without `sort:`',
          example: 'label:bug',
        }),
      ),
      leaseSeconds: LeaseSeconds,
      moveTo: Type.Optional(PublicId('The list that the card is moved to')),
      cursor: Type.Optional(
        Type.String({ maxLength: 200, description: 'The `cursor` of the previous reply', example: 'U.V' }),
      ),
    }),
    reply: Type.Object({
      card: nullable(ClaimedCard),
      retryAfter: nullable(Type.Integer({ description: 'Seconds; null with a card', example: 30 })),
      cursor: nullable(
        Type.String({
          description: 'Where to go on looking; null with a card, and at the end',
          example: 'U.V',
        }),
      ),
    }),
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  list: operation({
    ...onBoard,
    id: 'listClaims',
    method: 'GET',
    summary: 'Read the claims of a board',
    description: 'Those that have not ended, the next one to end first.',
    query: Type.Object({
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: mostListed, description: 'Max claims', example: mostListed }),
      ),
      cursor: Type.Optional(
        Type.String({ maxLength: 200, description: 'The `nextCursor` of the previous page' }),
      ),
    }),
    reply: Type.Object({
      claims: Type.Array(Claim),
      hasMore: Type.Boolean({ description: 'Whether there is a further page' }),
      nextCursor: nullable(Type.String({ description: 'The cursor of the next page' })),
    }),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  put: operation({
    ...onCard,
    id: 'putClaim',
    method: 'PUT',
    summary: 'Claim a card, or renew the claim',
    description:
      'Claims this card, blocked or not, unless it is completed, archived or a template; a claim that you hold lasts for that ' +
      'long from now on. A card that somebody else has claimed is refused with 409.',
    body: Type.Object({ leaseSeconds: LeaseSeconds }),
    reply: Claim,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  delete: operation({
    ...onCard,
    id: 'deleteClaim',
    method: 'DELETE',
    summary: 'Give a card back, or take it back',
    description:
      'Ends the claim; whom it had put on the card is taken off it. An API key ends only its own; people who are signed in ' +
      'take back any.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
};
