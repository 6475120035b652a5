import { number } from './counts.ts';

/* Texts of the colors and limits of things, and of templates. */

export const lookTexts = {
  noColour: 'No color',
  ownColour: 'Custom color',
  list: (name: string) => `List “${name}”`,
  listColour: 'Color',
  limit: 'Cards at most',
  limitHint: (now: number) => `${number(now)} now. Leave it empty for any number.`,
  refuse: 'Refuse further cards',
  background: 'Background',
  ownBackground: 'The board’s own color',
  cover: 'Cover',
  coverColour: 'Color of the cover',
  findCover: 'Find a picture',
  picture: 'Picture',
  newestPicture: 'Newest picture',
  noCover: 'No cover',
  template: 'Template',
  makeTemplate: 'Make template',
  makeOrdinary: 'Make ordinary card',
  makeFrom: 'Make card from template',
  fromTemplate: 'Make a card from a template',
  madeFrom: (name: string) => `Made from “${name}”.`,
};
