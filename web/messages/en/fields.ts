import type { FieldType } from '../../../contract/field-types.ts';
import { number } from './counts.ts';

/* Texts of the fields of a board, and of their values. */

export const fieldTexts = {
  none: 'This board has no fields yet. Use them for what its cards have besides titles, people and dates.',
  create: 'New field',
  add: 'Add field',
  edit: (name: string) => `Edit field ${name}`,
  name: 'Field name',
  type: 'Type',
  types: {
    text: 'Text',
    number: 'Number',
    money: 'Money',
    date: 'Date',
    select: 'One option',
    'multi-select': 'Several options',
    person: 'Person',
    checkbox: 'Checkbox',
    link: 'Link',
    rating: 'Rating',
  } satisfies Record<FieldType, string>,
  options: 'Options',
  option: (at: number) => `Option ${at}`,
  colourOf: (at: number) => `Color of option ${at}`,
  removeOption: (name: string) => `Remove option ${name}`,
  addOption: 'Add option',
  currency: 'Currency',
  max: 'Best rating',
  onTile: 'Show on the board',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  deleteThis: 'Delete field',
  deleteQuestion: 'Its values are deleted from all cards, and cannot be restored.',
  yes: 'Yes',
  clear: 'Clear',
  find: 'Find an option',
  noOptions: 'This field has no options yet.',
  chosen: 'Chosen',
  open: 'Open link',
  stars: (stars: number, of: number) => `${number(stars)} of ${number(of)}`,
};
