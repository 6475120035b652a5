import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Colour, PublicId, Success, Text } from './schema.ts';
import { Label } from './shapes.ts';

const Name = Text(36, { description: 'Name', example: 'Urgent' });

const labelParams = Type.Object({ labelPublicId: PublicId('The label') });

export const labels = {
  get: operation({
    id: 'getLabel',
    method: 'GET',
    path: '/labels/{labelPublicId}',
    tag: 'Labels',
    summary: 'Read a label',
    params: labelParams,
    reply: Label,
    errors: [400, 401, 403, 404],
    access: 'board:view',
  }),
  create: operation({
    id: 'createLabel',
    method: 'POST',
    path: '/labels',
    tag: 'Labels',
    summary: 'Create a label',
    description: 'The label can be put on the cards of its board.',
    body: Type.Object({ name: Name, boardPublicId: PublicId('The board'), colourCode: Colour }),
    reply: Label,
    errors: [400, 401, 403, 409],
    access: 'board:edit',
  }),
  update: operation({
    id: 'updateLabel',
    method: 'PUT',
    path: '/labels/{labelPublicId}',
    tag: 'Labels',
    summary: 'Rename or recolour a label',
    description:
      'Takes one or more of the fields. Existing activities keep the name that the label had then.',
    params: labelParams,
    body: Type.Object({ name: Type.Optional(Name), colourCode: Type.Optional(Colour) }, { minProperties: 1 }),
    reply: Label,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
  delete: operation({
    id: 'deleteLabel',
    method: 'DELETE',
    path: '/labels/{labelPublicId}',
    tag: 'Labels',
    summary: 'Delete a label',
    description: 'Removes the label from all cards and deletes it for good.',
    params: labelParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'board:edit',
  }),
};
