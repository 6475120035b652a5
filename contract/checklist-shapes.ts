import { type Static, Type } from 'typebox';
import { DayOrTime, Id, Index, named, nullable, Timestamp } from './schema.ts';

/** Checklists of cards, and their items. */

/** What shows that an item is done. */
export const Evidence = named(
  'Evidence',
  Type.Object({
    text: nullable(Type.String({ example: 'All 214 tests pass' })),
    link: nullable(Type.String({ example: 'https://ci.example.com/runs/1742' })),
    attachmentPublicId: nullable({
      ...Id,
      description: 'An attachment of the card, which may have been deleted since',
    }),
  }),
);

export type EvidenceShown = Static<typeof Evidence>;

/** When an item is due, whose work it is, and how it was completed; the member may have been removed from the workspace since. */
export const itemWork = {
  due: DayOrTime('When the item is due, as a whole day or a time'),
  memberPublicId: nullable({ ...Id, description: 'The member whose work the item is' }),
  acceptance: Type.Boolean({
    description: 'Whether it is an acceptance check: lists can refuse cards on which one is open',
  }),
  completedAt: nullable(
    Timestamp('When it was completed; null if it is open, or was completed before that was kept'),
  ),
  completedBy: nullable(
    Type.String({
      description: 'Id of the user who completed it; null also if an import brought the mark',
    }),
  ),
  evidence: nullable(Evidence),
};

export const ChecklistItem = named(
  'ChecklistItem',
  Type.Object({
    publicId: Id,
    title: Type.String({ example: 'Write the tests' }),
    completed: Type.Boolean({ description: 'Whether it is done' }),
    index: Index('Position in the checklist, from 0'),
    dueDate: Type.Optional(nullable(Timestamp('When it is due, if `include` asks for `work`'))),
    due: Type.Optional(DayOrTime('The same as a whole day or a time')),
    memberPublicId: Type.Optional(
      nullable({ ...Id, description: 'The member whose work it is, if `include` asks for `work`' }),
    ),
    acceptance: Type.Optional(itemWork.acceptance),
    completedAt: Type.Optional(itemWork.completedAt),
    completedBy: Type.Optional(itemWork.completedBy),
    evidence: Type.Optional(itemWork.evidence),
  }),
);

export const ItemState = Type.Object({
  publicId: Id,
  title: Type.String({ example: 'Write the tests' }),
  completed: Type.Boolean({ description: 'Whether it is done' }),
});

export const Checklist = named(
  'Checklist',
  Type.Object({
    publicId: Id,
    name: Type.String({ example: 'Before release' }),
    index: Index('Position on the card, from 0'),
    items: Type.Array(ChecklistItem),
  }),
);
