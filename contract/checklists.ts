import { type Static, Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { ItemState, itemWork } from './checklist-shapes.ts';
import { operation } from './operation.ts';
import {
  DueDateInput,
  Edited,
  ExpectedVersion,
  Id,
  Index,
  MadeId,
  nullable,
  Passage,
  PublicId,
  Success,
  Text,
  Version,
} from './schema.ts';

const checklistParams = Type.Object({ checklistPublicId: PublicId('The checklist') });
const itemParams = Type.Object({ checklistItemPublicId: PublicId('The item') });

const Name = Text(255, { description: 'Name', example: 'Before release' });
const ItemTitle = Text(500, { description: 'Title', example: 'Write the tests' });

export const WebLink = Type.String({
  pattern: '^https?://[^\\s<>"]+$',
  maxLength: 500,
  description: 'An address of the web',
  example: 'https://ci.example.com/runs/1742',
});

/** What shows that an item is done, as requests have it. */
const EvidenceInput = Type.Object(
  {
    text: Type.Optional(nullable(Text(500, { description: 'One line', example: 'All 214 tests pass' }))),
    link: Type.Optional(nullable(WebLink)),
    attachmentPublicId: Type.Optional(nullable(PublicId('An attachment of the card'))),
  },
  { description: 'What shows that the item is done; at least one of the three' },
);

export type EvidenceGiven = Static<typeof EvidenceInput>;

const itemInput = {
  dueDate: Type.Optional(nullable(DueDateInput('When it is due; null for no due date'))),
  memberPublicId: Type.Optional(
    nullable(PublicId('The member of the workspace whose work it is; null for nobody')),
  ),
  acceptance: Type.Optional(
    Type.Boolean({
      description: 'Whether it is an acceptance check: lists can refuse cards on which one is open',
    }),
  ),
};

const NamedChecklist = Type.Object({ publicId: Id, name: Type.String({ example: 'Before release' }) });

export const checklists = {
  create: operation({
    id: 'createChecklist',
    method: 'POST',
    path: '/cards/{cardPublicId}/checklists',
    tag: 'Checklists',
    summary: 'Add a checklist to a card',
    description: 'The checklist is added as the last one on the card (E5).',
    params: cardParams,
    body: Type.Object({ publicId: Type.Optional(MadeId), name: Name }),
    reply: NamedChecklist,
    errors: [400, 401, 403],
    access: 'card:edit',
  }),
  get: operation({
    id: 'getChecklist',
    method: 'GET',
    path: '/checklists/{checklistPublicId}',
    tag: 'Checklists',
    summary: 'Look up a checklist',
    description: 'Its name, and the card that it is on. Its items come with the card.',
    params: checklistParams,
    reply: Type.Object({ ...NamedChecklist.properties, cardPublicId: Id }),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  update: operation({
    id: 'updateChecklist',
    method: 'PUT',
    path: '/checklists/{checklistPublicId}',
    tag: 'Checklists',
    summary: 'Rename or move a checklist',
    description: 'Takes one or more of the fields.',
    params: checklistParams,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        index: Type.Optional(Index('Position on the card; anything past the end means the end')),
      },
      { minProperties: 1 },
    ),
    reply: NamedChecklist,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  delete: operation({
    id: 'deleteChecklist',
    method: 'DELETE',
    path: '/checklists/{checklistPublicId}',
    tag: 'Checklists',
    summary: 'Delete a checklist',
    description: 'Deletes the checklist and its items; neither can be restored.',
    params: checklistParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  createItem: operation({
    id: 'createChecklistItem',
    method: 'POST',
    path: '/checklists/{checklistPublicId}/items',
    tag: 'Checklists',
    summary: 'Add an item to a checklist',
    params: checklistParams,
    body: Type.Object({
      publicId: Type.Optional(MadeId),
      title: ItemTitle,
      ...itemInput,
      index: Type.Optional(Index('Position in the checklist; the end if absent or past it')),
    }),
    reply: ItemState,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  updateItem: operation({
    id: 'updateChecklistItem',
    method: 'PATCH',
    path: '/checklists/items/{checklistItemPublicId}',
    tag: 'Checklists',
    summary: 'Update a checklist item',
    description:
      'Takes one or more of the fields; `index` moves the item within its checklist (E6). A completed item keeps who completed ' +
      'it, when, and its `evidence`, until it is opened again: the history of the card keeps them in any case.',
    params: itemParams,
    body: Type.Object(
      {
        title: Type.Optional(ItemTitle),
        completed: Type.Optional(Type.Boolean({ description: 'Whether it is done' })),
        ...itemInput,
        evidence: Type.Optional(nullable(EvidenceInput)),
        index: Type.Optional(Index('Position in the checklist; anything past the end means the end')),
        version: Type.Optional(ExpectedVersion),
      },
      { minProperties: 1 },
    ),
    reply: ItemState,
    errors: [400, 401, 403, 404],
    access: 'card:edit',
  }),
  editItem: operation({
    id: 'editChecklistItem',
    method: 'POST',
    path: '/checklists/items/{checklistItemPublicId}/edit',
    tag: 'Checklists',
    summary: 'Replace a passage of the title of an item',
    description: 'Leaves the rest of the title as it is, even if others have changed it.',
    params: itemParams,
    body: Passage,
    reply: Edited,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
  getItem: operation({
    id: 'getChecklistItem',
    method: 'GET',
    path: '/checklists/items/{checklistItemPublicId}',
    tag: 'Checklists',
    summary: 'Read a checklist item',
    params: itemParams,
    reply: Type.Object({ ...ItemState.properties, ...itemWork, version: Version, cardPublicId: Id }),
    errors: [400, 401, 403, 404],
    access: 'card:view',
  }),
  deleteItem: operation({
    id: 'deleteChecklistItem',
    method: 'DELETE',
    path: '/checklists/items/{checklistItemPublicId}',
    tag: 'Checklists',
    summary: 'Delete a checklist item',
    params: itemParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'card:edit',
  }),
};
