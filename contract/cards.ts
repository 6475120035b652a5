import { Type } from 'typebox';
import { Card, CardChanges, CardOperation, ChangedCard, DueDate, MyCard, Title } from './card-shapes.ts';
import { DueDateFilters } from './filters.ts';
import { operation } from './operation.ts';
import {
  Count,
  Id,
  Index,
  Markdown,
  named,
  nullable,
  oneOf,
  PublicId,
  page,
  pageQuery,
  Success,
} from './schema.ts';

export const cardParams = Type.Object({ cardPublicId: PublicId('The card') });

const cardLabelParams = Type.Object({
  cardPublicId: PublicId('The card'),
  labelPublicId: PublicId('A label of its board'),
});

const cardMemberParams = Type.Object({
  cardPublicId: PublicId('The card'),
  workspaceMemberPublicId: PublicId('A member of its workspace'),
});

/** What hangs on a card is put on and taken off by three operations of one address. */
const onCard = { tag: 'Cards', errors: [400, 401, 403, 404], access: 'card:edit' } as const;
const labelOnCard = {
  ...onCard,
  path: '/cards/{cardPublicId}/labels/{labelPublicId}',
  params: cardLabelParams,
} as const;
const memberOnCard = {
  ...onCard,
  path: '/cards/{cardPublicId}/members/{workspaceMemberPublicId}',
  params: cardMemberParams,
} as const;

const update = {
  path: '/cards/{cardPublicId}',
  tag: 'Cards',
  summary: 'Change or move a card',
  description:
    'Takes any of the fields, at least one. A move within a list or to another list is one call. The labels or members ' +
    'that are given take the place of those that the card has.',
  params: cardParams,
  body: CardChanges,
  reply: ChangedCard,
  errors: [400, 401, 403, 404, 412],
  access: 'card:edit',
} as const;

export const cards = {
  create: operation({
    id: 'createCard',
    method: 'POST',
    path: '/cards',
    tag: 'Cards',
    summary: 'Make a card',
    description:
      'Labels and members must belong to the board and its workspace; otherwise nothing is stored.',
    body: Type.Object({
      title: Title,
      listPublicId: PublicId('The list it is put in'),
      description: Type.Optional(nullable(Markdown({ description: 'Markdown' }))),
      labelPublicIds: Type.Optional(Type.Array(PublicId('A label of the board'), { maxItems: 100 })),
      memberPublicIds: Type.Optional(Type.Array(PublicId('A member of the workspace'), { maxItems: 100 })),
      position: Type.Optional(oneOf(['start', 'end'], { description: 'Where, unless `index` says so' })),
      index: Type.Optional(Index('Position in the list; larger than the end means the end')),
      dueDate: Type.Optional(DueDate),
    }),
    reply: Type.Object({ publicId: Id, cardNumber: Count('Number in the workspace') }),
    errors: [400, 401, 403, 409],
    access: 'card:create',
  }),
  bulk: operation({
    id: 'changeCards',
    method: 'POST',
    path: '/cards/bulk',
    tag: 'Cards',
    summary: 'Change many cards at once',
    description:
      'Carries out up to 200 operations in their order: all of them, or none. The cards belong to one workspace. ' +
      '`move` takes `listPublicId`, `index` or both; `label` takes `labelPublicId`, `assign` takes `memberPublicId`, ' +
      'each with `remove`; `due` takes `dueDate`; `archive` takes nothing else. A field that belongs to another type ' +
      'is refused.',
    body: Type.Object({
      operations: Type.Array(CardOperation, {
        minItems: 1,
        maxItems: 200,
        example: [
          { type: 'move', cardPublicId: 'mi8f3k2a7q0x4v9z', listPublicId: 'mi8f3k2c1d5e8g2h', index: 0 },
          { type: 'label', cardPublicId: 'mi8f3k2a7q0x4v9z', labelPublicId: 'mi8f3k2b9w4n6r1t' },
          { type: 'archive', cardPublicId: 'mi8f3k2d3j7m0p5s' },
        ],
      }),
    }),
    reply: Type.Object({
      results: Type.Array(
        Type.Object({
          cardPublicId: Id,
          changed: Type.Boolean({ description: 'False where it was so before' }),
        }),
        { description: 'One for each operation, in their order' },
      ),
    }),
    errors: [400, 401, 403, 409],
    access: 'card:edit',
  }),
  get: operation({
    id: 'getCard',
    method: 'GET',
    path: '/cards/{cardPublicId}',
    tag: 'Cards',
    summary: 'Read a card',
    description:
      'The card with its labels, attachments, checklists, list, members and newest activities (E2).',
    params: cardParams,
    reply: Card,
    etag: true,
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  mine: operation({
    id: 'listMyCards',
    method: 'GET',
    path: '/users/me/cards',
    tag: 'Cards',
    summary: 'List your cards',
    description:
      'The cards you are on, over all boards, those due first before the others. What is archived or deleted is ' +
      'left out, as are templates and workspaces whose cards you may not view.',
    query: Type.Object({
      workspacePublicId: Type.Optional(PublicId('Only cards of this workspace')),
      dueDateFilters: Type.Optional(DueDateFilters),
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named('MyCardPage', page('cards', MyCard)),
    errors: [400, 401, 403],
    access: 'user',
  }),
  replace: operation({ ...update, id: 'updateCard', method: 'PUT' }),
  update: operation({ ...update, id: 'patchCard', method: 'PATCH' }),
  duplicate: operation({
    id: 'duplicateCard',
    method: 'POST',
    path: '/cards/{cardPublicId}/duplicate',
    tag: 'Cards',
    summary: 'Duplicate a card',
    description:
      'Copies title, description, due date and what the flags name into a list of the same workspace (E4). ' +
      'Checklist items start not completed; comments, attachments and activities are not copied.',
    params: cardParams,
    body: Type.Object({
      listPublicId: PublicId('The target list, in the same workspace'),
      copyLabels: Type.Optional(Type.Boolean({ default: false, description: 'Take the labels along' })),
      copyMembers: Type.Optional(Type.Boolean({ default: false, description: 'Take the members along' })),
      copyChecklists: Type.Optional(
        Type.Boolean({ default: false, description: 'Take the checklists along' }),
      ),
      index: Type.Optional(Index('Position in the target list; the end when absent')),
      title: Type.Optional(Title),
    }),
    reply: Type.Object({ publicId: Id }),
    errors: [400, 401, 403],
    access: 'card:create',
  }),
  archive: operation({
    id: 'archiveCard',
    method: 'POST',
    path: '/cards/{cardPublicId}/archive',
    tag: 'Cards',
    summary: 'Archive a card',
    params: cardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  restore: operation({
    id: 'restoreCard',
    method: 'POST',
    path: '/cards/{cardPublicId}/restore',
    tag: 'Cards',
    summary: 'Restore a card',
    description:
      'Brings a card back from the archive or the trash to where it was among its neighbours. To bring it back from ' +
      'the trash needs what deleting needs, `card:delete`, too.',
    params: cardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  delete: operation({
    id: 'deleteCard',
    method: 'DELETE',
    path: '/cards/{cardPublicId}',
    tag: 'Cards',
    summary: 'Delete a card',
    description: 'Puts the card into the trash, from where it can be restored for 30 days.',
    params: cardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 412],
    access: 'card:delete',
  }),
  toggleLabel: operation({
    ...labelOnCard,
    id: 'toggleCardLabel',
    method: 'PUT',
    summary: 'Add a label to a card or remove it',
    description: 'A label that is not on the card is put on it; one that is on it is taken off.',
    reply: Type.Object({ newLabel: Type.Boolean({ description: 'Whether the label is on the card now' }) }),
  }),
  addLabel: operation({
    ...labelOnCard,
    id: 'addCardLabel',
    method: 'POST',
    errors: [...onCard.errors, 409],
    summary: 'Add a label to a card',
    description: 'Changes nothing where it is on the card already.',
    reply: Success,
  }),
  removeLabel: operation({
    ...labelOnCard,
    id: 'removeCardLabel',
    method: 'DELETE',
    summary: 'Remove a label from a card',
    description: 'Changes nothing where it is not on the card.',
    reply: Success,
  }),
  toggleMember: operation({
    ...memberOnCard,
    id: 'toggleCardMember',
    method: 'PUT',
    summary: 'Add a member to a card or remove one',
    description: 'A member who is not on the card is put on it; one who is on it is taken off (E9).',
    reply: Type.Object({ newMember: Type.Boolean({ description: 'Whether the member is on the card now' }) }),
  }),
  addMember: operation({
    ...memberOnCard,
    id: 'addCardMember',
    method: 'POST',
    errors: [...onCard.errors, 409],
    summary: 'Add a member to a card',
    description: 'Changes nothing where the member is on the card already.',
    reply: Success,
  }),
  removeMember: operation({
    ...memberOnCard,
    id: 'removeCardMember',
    method: 'DELETE',
    summary: 'Remove a member from a card',
    description: 'Changes nothing where the member is not on the card.',
    reply: Success,
  }),
};
