import type { RelationType } from '../../../contract/relation-types.ts';
import { number } from './counts.ts';

export const relationTexts = {
  blocked: 'Blocked',
  childrenDone: (done: number, of: number) => `${number(done)} of ${number(of)} child cards done`,
  title: 'Related',
  add: 'Add',
  addRelated: 'Add a related card',
  type: 'Type of relation',
  find: 'Find a card by title or key',
  hint: 'Type a few letters of a title, or a key such as WEB-12.',
  remove: (key: string) => `Remove ${key}`,
  removed: (key: string) => `${key} is no longer related`,
  added: (key: string) => `${key} is related`,
  left: (key: string) => `The relation to ${key} was changed in the meantime, so it was left as it is`,
  progress: (done: number, of: number) => `${number(done)} of ${number(of)} done`,
  done: 'Done',
  archived: 'Archived',
  /** What another card is to this one. */
  types: {
    parent: 'Parent',
    child: 'Child',
    'blocked-by': 'Blocked by',
    blocks: 'Blocks',
    relates: 'Related to',
    duplicates: 'Duplicate of',
    'duplicated-by': 'Duplicated by',
  } satisfies Record<RelationType, string>,
  headings: {
    parent: 'Parent',
    child: 'Children',
    'blocked-by': 'Blocked by',
    blocks: 'Blocks',
    relates: 'Related to',
    duplicates: 'Duplicate of',
    'duplicated-by': 'Duplicates',
  } satisfies Record<RelationType, string>,
};
