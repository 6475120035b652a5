import { Type } from 'typebox';
import { Completed, cardFields, inputsIn, outputsIn, outputsOfDates, Title } from './card-fields.ts';
import { Checklist, ItemState, itemWork } from './checklist-shapes.ts';
import { FieldOfCard } from './field-shapes.ts';
import {
  Count,
  DateTimeInput,
  ExpectedVersion,
  Id,
  Index,
  named,
  nullable,
  oneOf,
  PublicId,
  spotAmong,
  Timestamp,
  Version,
} from './schema.ts';
import { Activity, CardAttachment, CardMember, Label, ListInBoard, ListName } from './shapes.ts';

/** The shapes of cards and of changes to them. */

const CompletedBy = nullable(
  Type.String({
    description: 'Id of the user who completed it; null for an open card, and if an import brought the mark',
  }),
);

/** Max open items of the caller that are listed with a card. */
export const mostOwnItems = 20;

/** What the relations of a card say of it; the same for everyone who sees the card. */
const Blocked = Type.Boolean({
  description: 'Whether a card that blocks it is open, and neither archived nor deleted',
});

const Children = Type.Object(
  { done: Count('Number of those that are completed'), total: Count('Number of its children') },
  { description: 'The cards of which it is the parent, without those in the trash' },
);

/** The same in tiles, where it is left out for a card that is not blocked, and one without children. */
export const relationsOfTile = { blocked: Type.Optional(Blocked), children: Type.Optional(Children) };

/** What `include=work` adds to a card. */
export const CardWork = Type.Optional(
  Type.Object(
    {
      ...outputsIn('work'),
      completedBy: CompletedBy,
      ...outputsOfDates,
      fields: Type.Array(FieldOfCard, {
        description: 'Its values of the fields of the board, in their order',
      }),
      blocked: Blocked,
      children: Children,
    },
    { description: 'Further fields, if `include` asks for `work`' },
  ),
);

export const Card = named(
  'Card',
  Type.Object({
    publicId: Id,
    ...outputsIn('card'),
    cardNumber: Count('Number in the workspace; shown after its prefix'),
    index: Index('Position in its list, from 0'),
    createdBy: Type.String({ description: 'Id of the user who created it' }),
    labels: Type.Array(Label),
    attachments: Type.Array(CardAttachment),
    checklists: Type.Array(Checklist),
    list: ListInBoard,
    members: Type.Array(CardMember),
    activities: Type.Array(Activity, { description: 'The newest 100, oldest first' }),
    work: CardWork,
  }),
);

/** The position of a card in its list; `index` describes what the index means for the operation. */
export const spotOfCard = (index: string) =>
  spotAmong('card', {
    index,
    gone:
      'one that is archived or deleted stands for the place where it was, and one in another list of the board for ' +
      'the end',
  });

export const CardChanges = Type.Object(
  {
    ...inputsIn('change'),
    completed: Type.Optional(Completed),
    listPublicId: Type.Optional(PublicId('The list to move to, in any board of the workspace')),
    ...spotOfCard('Position in the list; anything past the end means the end'),
    labelPublicIds: Type.Optional(
      Type.Array(PublicId('A label of the board'), {
        maxItems: 100,
        description: 'The new set of labels, all from the board that the card is on after the change',
      }),
    ),
    memberPublicIds: Type.Optional(
      Type.Array(PublicId('A member of the workspace'), {
        maxItems: 100,
        description: 'The new set of members',
      }),
    ),
    version: Type.Optional(ExpectedVersion),
  },
  { minProperties: 1 },
);

export const ChangedCard = named(
  'ChangedCard',
  Type.Object({
    publicId: Id,
    ...outputsIn('changed'),
    index: Index('Position in its list, from 0'),
    listPublicId: Id,
    version: Version,
  }),
);

/** A card with its board and list. */
const placedCard = {
  publicId: Id,
  ...outputsIn('mine'),
  cardNumber: Card.properties.cardNumber,
  labels: Card.properties.labels,
  members: Card.properties.members,
  list: ListName,
  board: Type.Object({ publicId: Id, name: Type.String({ example: 'Website' }) }),
  workspace: Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Analytical Engines' }),
    cardPrefix: Type.String({ description: 'Prefix of card numbers', example: 'WEB' }),
  }),
};

/** A card in a listing across all boards. */
export const MyCard = named(
  'MyCard',
  Type.Object({
    ...placedCard,
    work: CardWork,
    items: Type.Optional(
      Type.Array(
        Type.Object({ publicId: Id, title: Type.String({ example: 'Write the tests' }), due: itemWork.due }),
        {
          description: `Your open items on it, those due first, at most ${mostOwnItems}, if \`include\` asks for \`work\``,
        },
      ),
    ),
  }),
);

const archivedAt = (what: string) => nullable(Timestamp(`When ${what} was archived; null if it is live`));

/** A card without its history and without the data of its board. */
export const CardContent = named(
  'CardContent',
  Type.Object({
    ...placedCard,
    ...outputsIn('content'),
    ...outputsOfDates,
    archivedAt: archivedAt('it'),
    checklists: Type.Array(
      Type.Object({
        publicId: Id,
        name: Type.String({ example: 'Before release' }),
        items: Type.Array(Type.Object({ ...ItemState.properties, ...itemWork, version: Version })),
      }),
    ),
    attachments: Type.Array(
      Type.Object({
        publicId: Id,
        contentType: CardAttachment.properties.contentType,
        originalFilename: CardAttachment.properties.originalFilename,
        size: CardAttachment.properties.size,
      }),
    ),
    list: Type.Object({ ...ListName.properties, archivedAt: archivedAt('the list') }),
    board: Type.Object({ ...placedCard.board.properties, archivedAt: archivedAt('the board') }),
    version: Version,
  }),
);

/** One of several changes in a request; the server checks that the fields required by its type are present. */
export const CardOperation = named(
  'CardOperation',
  Type.Object({
    type: oneOf(['archive', 'restore', 'delete', 'move', 'duplicate', 'label', 'assign', 'due', 'change'], {
      description: 'What to do',
    }),
    cardPublicId: PublicId('The card'),
    ...inputsIn('bulk'),
    completed: Type.Optional(Completed),
    title: Type.Optional({
      ...Title,
      description: '`duplicate`: the title of the copy; `change`: the title',
    }),
    listPublicId: Type.Optional(
      PublicId('`move`, `duplicate`: the target list, in any board of the workspace'),
    ),
    ...spotOfCard('`move`, `duplicate`: position in the list; anything past the end means the end'),
    labelPublicId: Type.Optional(PublicId('`label`: a label of the board that the card is on at that point')),
    memberPublicId: Type.Optional(PublicId('`assign`: a member of the workspace')),
    remove: Type.Optional(
      Type.Boolean({
        description: '`label`, `assign`: `true` removes the label or the member, otherwise it is added',
      }),
    ),
    isTemplate: Type.Optional({
      ...cardFields.isTemplate.input,
      description: '`duplicate`, `change`: whether it is a template',
    }),
    copyLabels: Type.Optional(Type.Boolean({ description: '`duplicate`: whether to copy the labels' })),
    copyMembers: Type.Optional(Type.Boolean({ description: '`duplicate`: whether to copy the members' })),
    copyChecklists: Type.Optional(
      Type.Boolean({ description: '`duplicate`: whether to copy the checklists' }),
    ),
    unchangedSince: Type.Optional(
      DateTimeInput('The `updatedAt` of the card that was read: if it has changed since, nothing is done'),
    ),
  }),
);
