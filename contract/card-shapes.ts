import { Type } from 'typebox';
import {
  Count,
  DueDateInput,
  Id,
  Index,
  Markdown,
  named,
  nullable,
  oneOf,
  PublicId,
  Text,
  Timestamp,
} from './schema.ts';
import { Activity, CardAttachment, CardMember, Checklist, Label, ListInBoard, ListName } from './shapes.ts';

/** What cards look like, and what they are changed by. */

export const Card = named(
  'Card',
  Type.Object({
    publicId: Id,
    title: Type.String({ example: 'Write the release notes' }),
    description: nullable(Type.String({ description: 'Markdown' })),
    cardNumber: Count('Number in the workspace; shown after its prefix'),
    index: Index('Position in its list, from 0'),
    dueDate: nullable(Timestamp('When it is due')),
    createdBy: Type.String({ description: 'Id of the user who made it' }),
    labels: Type.Array(Label),
    attachments: Type.Array(CardAttachment),
    checklists: Type.Array(Checklist),
    list: ListInBoard,
    members: Type.Array(CardMember),
    activities: Type.Array(Activity, { description: 'The newest 100, oldest first' }),
  }),
);

export const Title = Text(2000, { description: 'Title', example: 'Write the release notes' });
export const DueDate = nullable(DueDateInput('When it is due, null for never'));

export const CardChanges = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(nullable(Markdown({ description: 'Markdown; null clears it' }))),
    listPublicId: Type.Optional(PublicId('The list to move to, in any board of the workspace')),
    index: Type.Optional(Index('Position in the list; larger than the end means the end')),
    dueDate: Type.Optional(DueDate),
    labelPublicIds: Type.Optional(
      Type.Array(PublicId('A label of the board'), {
        maxItems: 100,
        description: 'The labels that the card has from then on; of the board it is on then',
      }),
    ),
    memberPublicIds: Type.Optional(
      Type.Array(PublicId('A member of the workspace'), {
        maxItems: 100,
        description: 'The members who are on the card from then on',
      }),
    ),
  },
  { minProperties: 1 },
);

export const ChangedCard = named(
  'ChangedCard',
  Type.Object({
    publicId: Id,
    title: Type.String(),
    description: nullable(Type.String()),
    dueDate: nullable(Timestamp('When it is due')),
    index: Index('Position in its list, from 0'),
    listPublicId: Id,
  }),
);

/** A card in a list over all boards, with where it is. */
export const MyCard = named(
  'MyCard',
  Type.Object({
    publicId: Id,
    title: Card.properties.title,
    description: Card.properties.description,
    cardNumber: Card.properties.cardNumber,
    dueDate: Card.properties.dueDate,
    labels: Card.properties.labels,
    members: Card.properties.members,
    list: ListName,
    board: Type.Object({ publicId: Id, name: Type.String({ example: 'Website' }) }),
    workspace: Type.Object({
      publicId: Id,
      name: Type.String({ example: 'Analytical Engines' }),
      cardPrefix: Type.String({ description: 'What card numbers begin with', example: 'WEB' }),
    }),
  }),
);

/** One of many changes; what a type needs beside the card is asked by the server. */
export const CardOperation = named(
  'CardOperation',
  Type.Object({
    type: oneOf(['archive', 'move', 'label', 'assign', 'due'], { description: 'What is done' }),
    cardPublicId: PublicId('The card'),
    listPublicId: Type.Optional(PublicId('`move`: the list it goes to, in any board of the workspace')),
    index: Type.Optional(Index('`move`: position in the list; larger than the end means the end')),
    labelPublicId: Type.Optional(PublicId('`label`: a label of the board the card is on then')),
    memberPublicId: Type.Optional(PublicId('`assign`: a member of the workspace')),
    remove: Type.Optional(
      Type.Boolean({
        description: '`label`, `assign`: takes the label or the member off; otherwise it is put on',
      }),
    ),
    dueDate: Type.Optional(nullable(DueDateInput('`due`: when it is due, null for never'))),
  }),
);
