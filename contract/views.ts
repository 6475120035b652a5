import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, named, nullable, oneOf, PublicId, Success, Text } from './schema.ts';

/** How a view shows the cards of its board. */
export const viewKinds = ['board', 'table', 'calendar', 'timeline', 'chart'] as const;

export type ViewKind = (typeof viewKinds)[number];

/** A property of cards: `list`, `member`, `label`, `due`, …, or the id of a field of the board. */
const Property = (description: string) => Text(100, { description, example: 'due' });

const described = {
  name: 'Its name',
  kind: 'How it shows cards',
  shared: 'Whether all who see the board have it; else only you do',
  filter: 'The cards that it shows, as the filter of the board has them; empty for all',
  groupBy: 'The property that it groups cards by; null for none',
  sort: 'The properties that it sorts cards by, the first above all; with `-` before one, from the last',
  columns: 'The properties that it shows, in order; none for those that its kind shows by itself',
  layout: 'What else its kind is set to, such as `month` or `week`; null for what it begins with',
} as const;

const Properties = (max: number, description: string) =>
  Type.Array(Property('A property'), { maxItems: max, description });

const settings = {
  filter: Type.String({ maxLength: 1000, description: described.filter, example: 'label:bug' }),
  groupBy: nullable(Property(described.groupBy)),
  sort: Properties(10, described.sort),
  columns: Properties(100, described.columns),
  layout: nullable(Text(100, { description: described.layout, example: 'month' })),
};

export const View = named(
  'View',
  Type.Object({
    publicId: Id,
    name: Type.String({ description: described.name, example: 'Bugs by week' }),
    kind: oneOf(viewKinds, { description: described.kind, example: 'table' }),
    shared: Type.Boolean({ description: described.shared }),
    filter: Type.String({ description: described.filter }),
    groupBy: nullable(Type.String({ description: described.groupBy, example: 'list' })),
    sort: Type.Array(Type.String({ example: '-due' }), { description: described.sort }),
    columns: Type.Array(Type.String({ example: 'labels' }), { description: described.columns }),
    layout: nullable(Type.String({ description: described.layout, example: 'month' })),
  }),
);

/** What a view of any place is set to. */
export const viewFields = {
  filter: Type.Optional(settings.filter),
  groupBy: Type.Optional(settings.groupBy),
  sort: Type.Optional(settings.sort),
  columns: Type.Optional(settings.columns),
  layout: Type.Optional(settings.layout),
};

const fields = {
  shared: Type.Optional(
    Type.Boolean({ description: 'Whether all who see the board have it, which requires `board:edit`' }),
  ),
  ...viewFields,
};

export const ViewName = Text(100, { description: described.name, example: 'Bugs by week' });
export const ViewKindInput = oneOf(viewKinds, { description: described.kind, example: 'table' });

export const ViewIndex = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

const boardParams = Type.Object({ boardPublicId: PublicId('The board') });
const viewParams = Type.Object({ ...boardParams.properties, viewPublicId: PublicId('The view') });

const ofBoard = { tag: 'Views', params: boardParams, access: 'board:view' } as const;
const ofView = { ...ofBoard, params: viewParams } as const;
const path = '/boards/{boardPublicId}/views';
const one = `${path}/{viewPublicId}`;

/** What a view asks for by names that the page knows, so that a new property needs nothing here. */
export const views = {
  list: operation({
    ...ofBoard,
    id: 'listViews',
    method: 'GET',
    path,
    summary: 'List the views of a board',
    description: 'Those that are shared first, then your own, each in their order.',
    reply: Type.Array(View),
    errors: [400, 401, 403, 404],
  }),
  create: operation({
    ...ofBoard,
    id: 'createView',
    method: 'POST',
    path,
    summary: 'Create a view of a board',
    description:
      'It comes last. Without `shared` it is your own. Requires `board:edit` as well to share it. Copies of the board have ' +
      'the shared ones.',
    body: Type.Object({ name: ViewName, kind: ViewKindInput, ...fields }),
    reply: View,
    errors: [400, 401, 403, 404, 409],
  }),
  update: operation({
    ...ofView,
    id: 'updateView',
    method: 'PUT',
    path: one,
    summary: 'Update a view',
    description:
      'Takes one or more of the fields. Requires `board:edit` as well if it is shared, or is to be. Who stops sharing one ' +
      'has it as their own.',
    body: Type.Object(
      {
        name: Type.Optional(ViewName),
        kind: Type.Optional(ViewKindInput),
        ...fields,
        index: Type.Optional(ViewIndex('Its place among the shared ones, or among your own, from 0')),
      },
      { minProperties: 1 },
    ),
    reply: View,
    errors: [400, 401, 403, 404, 409],
  }),
  delete: operation({
    ...ofView,
    id: 'deleteView',
    method: 'DELETE',
    path: one,
    summary: 'Delete a view',
    description: 'Its cards stay as they are. Requires `board:edit` as well if it is shared.',
    reply: Success,
    errors: [400, 401, 403, 404, 409],
  }),
};
