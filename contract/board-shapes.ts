import { type Static, type TObject, Type } from 'typebox';
import { outputsIn } from './card-fields.ts';
import { CardWork } from './card-shapes.ts';
import { Checklist } from './checklist-shapes.ts';
import { Colour, Count, Id, Index, named, nullable, oneOf, Timestamp } from './schema.ts';
import { CardMember, Label, ListName, WorkspaceMember } from './shapes.ts';

export const BoardSummary = named(
  'BoardSummary',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Website' }),
    favorite: Type.Boolean({ description: 'Whether the caller marked it as a favourite' }),
    lists: Type.Array(
      Type.Object({ publicId: Id, name: Type.String(), index: Index('Position on the board, from 0') }),
    ),
    labels: Type.Array(Label),
  }),
);

/** A board as one is chosen among others. */
export const NamedBoard = named(
  'NamedBoard',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Website' }),
    favorite: Type.Boolean({ description: 'Whether the caller marked it as a favourite' }),
    listCount: Count('How many lists it has; 0 for those who may not see them'),
  }),
);

export const BoardType = oneOf(['regular', 'template'], { description: 'Kind of board' });
/** Which boards of a workspace are listed. */
export const whichBoards = {
  type: Type.Optional(BoardType),
  archived: Type.Optional(
    Type.Boolean({ description: '`true` for archived boards only, `false` for live ones only' }),
  ),
};

export const Visibility = oneOf(['private', 'public'], {
  description:
    '`public` boards can be read by anyone, without signing in, where the workspace allows public boards',
});

export const BoardAccess = oneOf(['workspace', 'members'], {
  description:
    '`workspace`: open to every member whose role in the workspace permits it. `members`: closed to all but its own ' +
    'members and the admins of the workspace; to everyone else it does not exist',
});

export const Background = nullable(
  Type.Object(
    { colour: Colour },
    { description: 'The color with which its page is tinted; null for the one that it has by itself' },
  ),
);

export type Background = Static<typeof Background>;

/** What a board shows of a card to anyone who can read it. */
const shown = {
  publicId: Id,
  index: Index('Position in its list, from 0; counts cards that are filtered out'),
  cardNumber: Count('Number in the workspace; shown after its prefix'),
  labels: Type.Array(Label),
  checklists: Type.Array(Checklist),
  commentCount: Count('Number of comments'),
  attachmentCount: Count('Number of attachments'),
};

const toMembers = {
  ...shown,
  members: Type.Array(CardMember),
  attachments: Type.Array(Type.Object({ publicId: Id })),
  comments: Type.Array(Type.Object({ publicId: Id }), {
    description: 'The newest 100, oldest first; `commentCount` counts all of them',
  }),
};

const PublicBoardCard = named('PublicBoardCard', Type.Object({ ...shown, ...outputsIn('publicBoard') }));
const BoardCard = named('BoardCard', Type.Object({ ...toMembers, ...outputsIn('board') }));
export const CardOfPage = named(
  'CardOfPage',
  Type.Object({
    ...toMembers,
    ...outputsIn('page'),
    listPublicId: Id,
    archivedAt: nullable(Timestamp('When it was archived; null for a live card')),
    updatedAt: Timestamp('When it was last changed: its texts, its place, or what is on it'),
    work: CardWork,
  }),
);

const settings = {
  publicId: Id,
  name: Type.String({ example: 'Website' }),
  slug: Type.String({ description: 'Name used in addresses', example: 'website-4k2m8x' }),
  visibility: Visibility,
};

export const BoardSettings = named(
  'BoardSettings',
  Type.Object({
    ...settings,
    isArchived: Type.Boolean({ description: 'Whether it is archived' }),
    favorite: Type.Boolean({ description: 'Whether the caller marked it as a favourite' }),
  }),
);

const content = <C extends TObject>(cardOfList: C) => ({
  labels: Type.Array(Label),
  lists: Type.Array(
    Type.Object({
      ...ListName.properties,
      index: Index('Position on the board, from 0'),
      cards: Type.Array(cardOfList),
    }),
    { description: 'First to last; only the requested ones if `lists` is given' },
  ),
  allLists: Type.Array(ListName, { description: 'All lists, whatever the filters' }),
});

const cardPrefix = Type.String({ description: 'Prefix of card numbers', example: 'WEB' });

export const Board = named(
  'Board',
  Type.Object({
    ...BoardSettings.properties,
    workspace: Type.Object({ publicId: Id, cardPrefix, members: Type.Array(WorkspaceMember) }),
    ...content(BoardCard),
  }),
);

export const PublicBoard = named(
  'PublicBoard',
  Type.Object({
    ...settings,
    workspace: Type.Object({
      publicId: Id,
      name: Type.String({ example: 'Analytical Engines' }),
      slug: Type.String({ example: 'analytical-engines' }),
      cardPrefix,
    }),
    ...content(PublicBoardCard),
  }),
);
