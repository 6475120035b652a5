import { Type } from 'typebox';
import { caps } from './caps.ts';
import { cardContent, cardParams } from './card-content.ts';
import { Completed, fieldsIn, inputsIn, Title } from './card-fields.ts';
import { Card, CardChanges, CardOperation, ChangedCard, MyCard, spotOfCard } from './card-shapes.ts';
import { CompletedFilter, DueDateFilters, FilterText, IncludeWork, workspaceMembers } from './filters.ts';
import { operation } from './operation.ts';
import { Count, Id, MadeId, named, oneOf, PublicId, page, pageQuery, Success } from './schema.ts';

const cardLabelParams = Type.Object({
  cardPublicId: PublicId('The card'),
  labelPublicId: PublicId('A label of its board'),
});

const cardMemberParams = Type.Object({
  cardPublicId: PublicId('The card'),
  workspaceMemberPublicId: PublicId('A member of its workspace'),
});

const Copied = (what: string) =>
  Type.Optional(
    Type.Boolean({
      description: `Whether to copy the ${what}; if absent, only those of a template are copied`,
    }),
  );

/** Labels and members each have a single address to add, remove and toggle them. */
const onCard = { tag: 'Cards', errors: [400, 401, 403, 404, 409], access: 'card:edit' } as const;
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
  summary: 'Update or move a card',
  description:
    'Takes one or more of the fields. A move within a list or to another list is one call. Labels and members ' +
    'replace those that the card has. To a list of another board a card goes only if you hold on its board what you hold ' +
    'there of `card:view`, `comment:view` and `member:view`.',
  params: cardParams,
  body: CardChanges,
  reply: ChangedCard,
  errors: [400, 401, 403, 404, 409, 412],
  access: 'card:edit',
} as const;

export const cards = {
  ...cardContent,
  create: operation({
    id: 'createCard',
    method: 'POST',
    path: '/cards',
    tag: 'Cards',
    summary: 'Create a card',
    description:
      'Labels and members must belong to the board and its workspace; otherwise nothing is stored.',
    body: Type.Object({
      publicId: Type.Optional(MadeId),
      ...inputsIn('create'),
      completed: Type.Optional(Completed),
      title: Title,
      listPublicId: PublicId('The list to put it in'),
      labelPublicIds: Type.Optional(Type.Array(PublicId('A label of the board'), { maxItems: 100 })),
      memberPublicIds: Type.Optional(Type.Array(PublicId('A member of the workspace'), { maxItems: 100 })),
      position: Type.Optional(
        oneOf(['start', 'end'], { description: 'Where to put it, unless `index` or a neighbour is given' }),
      ),
      ...spotOfCard('Position in the list; anything past the end means the end'),
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
    summary: 'Update many cards at once',
    description:
      'Carries out up to 200 operations in order: all of them, or none. All cards must belong to one workspace. ' +
      '`move` takes `listPublicId`, `index` or both (or a neighbour instead of `index`), and may say whether the card is done; `label` takes ' +
      '`labelPublicId`, `assign` takes `memberPublicId`, each with an optional `remove`; `due` takes `dueDate`; `change` takes fields of the card (' +
      `${fieldsIn('bulk')
        .map((name) => `\`${name}\``)
        .join(', ')}` +
      ', `completed`); `duplicate` takes `listPublicId` and ' +
      'whatever else a single duplicate takes, and all of them together copy at most ' +
      `${caps.itemsOfCard} checklist items; ` +
      '`archive`, `restore` and `delete` take nothing else. Each may have `unchangedSince`: 409 if its card has changed since then. A field that belongs ' +
      'to another type is refused. Each operation needs what it needs by itself: `card:edit`, but `card:delete` to delete ' +
      '(and to restore from the trash), and `card:create` and `card:view` to duplicate.',
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
          changed: Type.Boolean({ description: 'False if there was nothing to change' }),
          copyPublicId: Type.Optional({ ...Id, description: '`duplicate` only: the new card' }),
        }),
        { description: 'One for each operation, in the same order' },
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
    query: Type.Object({
      ...workspaceMembers('`list.board.workspace.members` is empty. `If-Match` takes the tag of any form'),
      include: IncludeWork,
    }),
    reply: Card,
    etag: true,
    position: true,
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  mine: operation({
    id: 'listMyCards',
    work: 'heavy',
    method: 'GET',
    path: '/users/me/cards',
    tag: 'Cards',
    summary: 'List your cards',
    description:
      'The cards that you are a member of, or that have an open item of yours, across all boards, earliest due date first. Anything archived, in an archived list or ' +
      'deleted is left out, as are templates and workspaces whose cards you may not view.',
    query: Type.Object({
      workspacePublicId: Type.Optional(PublicId('Only cards in this workspace')),
      dueDateFilters: Type.Optional(DueDateFilters),
      completed: Type.Optional(CompletedFilter),
      filter: Type.Optional(
        FilterText(
          'Only cards that pass this filter, as of `GET /filters/check`, in the same order; a page may then have fewer cards ' +
            'than there are, or none, although there are more',
        ),
      ),
      include: IncludeWork,
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named('MyCardPage', page('cards', MyCard)),
    errors: [400, 401, 403],
    access: 'user',
  }),
  put: operation({ ...update, id: 'updateCard', method: 'PUT' }),
  update: operation({ ...update, id: 'patchCard', method: 'PATCH' }),
  duplicate: operation({
    id: 'duplicateCard',
    method: 'POST',
    path: '/cards/{cardPublicId}/duplicate',
    tag: 'Cards',
    summary: 'Duplicate a card',
    description:
      'Copies the title, description, due date and whatever the flags name to a list in the same workspace (E4). ' +
      'Checklist items start out not completed; comments, attachments and activities are not copied. From a template it makes a ' +
      'card with labels, members, checklists and recurrence, unless a flag says otherwise.',
    params: cardParams,
    body: Type.Object({
      publicId: Type.Optional(MadeId),
      listPublicId: PublicId('The target list, in the same workspace'),
      copyLabels: Copied('labels'),
      copyMembers: Copied('members'),
      copyChecklists: Copied('checklists'),
      isTemplate: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether the copy is a template' }),
      ),
      ...spotOfCard('Position in the target list; the end if absent'),
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
      'Restores a card from the archive or the trash to its old place among its neighbours. If its list is archived, it ' +
      'is back on the board once the list is restored or the card is moved to another. Restoring it from the trash also requires ' +
      '`card:delete`, as deleting does.',
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
    description: 'Moves the card to the trash, from which it can be restored for 30 days.',
    params: cardParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409, 412],
    access: 'card:delete',
  }),
  toggleLabel: operation({
    ...labelOnCard,
    id: 'toggleCardLabel',
    method: 'PUT',
    summary: 'Add a label to a card or remove it',
    description: 'Adds the label if it is not on the card, and removes it if it is.',
    reply: Type.Object({ newLabel: Type.Boolean({ description: 'Whether the label is on the card now' }) }),
  }),
  addLabel: operation({
    ...labelOnCard,
    id: 'addCardLabel',
    method: 'POST',
    summary: 'Add a label to a card',
    description: 'Does nothing if the label is on the card already.',
    reply: Success,
  }),
  removeLabel: operation({
    ...labelOnCard,
    id: 'removeCardLabel',
    method: 'DELETE',
    summary: 'Remove a label from a card',
    description: 'Does nothing if the label is not on the card.',
    reply: Success,
  }),
  toggleMember: operation({
    ...memberOnCard,
    id: 'toggleCardMember',
    method: 'PUT',
    errors: [400, 401, 403, 404],
    summary: 'Add a member to a card or remove one',
    description: 'Adds the member if they are not on the card, and removes them if they are (E9).',
    reply: Type.Object({ newMember: Type.Boolean({ description: 'Whether the member is on the card now' }) }),
  }),
  addMember: operation({
    ...memberOnCard,
    id: 'addCardMember',
    method: 'POST',
    summary: 'Add a member to a card',
    description: 'Does nothing if the member is on the card already.',
    reply: Success,
  }),
  removeMember: operation({
    ...memberOnCard,
    id: 'removeCardMember',
    method: 'DELETE',
    summary: 'Remove a member from a card',
    description: 'Does nothing if the member is not on the card.',
    reply: Success,
  }),
};
