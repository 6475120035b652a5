import { number } from './counts.ts';

/* Texts of the colors and limits of things, and of templates. */

export const lookTexts = {
  noColour: 'No color',
  ownColour: 'Custom color',
  list: (name: string) => `List “${name}”`,
  listColour: 'Color',
  limit: 'Card limit',
  limitHint: (now: number) => `${number(now)} now. Leave empty for no limit.`,
  refuse: 'Do not allow more cards',
  refuseChecks: 'Do not take cards with open acceptance checks',
  background: 'Background',
  ownBackground: 'The board’s own color',
  boardPicture: 'Picture behind the lists',
  choosePicture: 'Choose a picture',
  removePicture: 'Remove picture',
  preparing: 'Preparing…',
  pictureHint: 'It is made smaller before it is stored, and dimmed in the dark theme.',
  notAPicture: 'This file is not a picture that can be shown.',
  cover: 'Cover',
  coverColour: 'Color of the cover',
  findCover: 'Find a picture',
  picture: 'Picture',
  newestPicture: 'Newest picture',
  noCover: 'No cover',
  template: 'Template',
  makeTemplate: 'Turn into a template',
  makeOrdinary: 'Turn into a regular card',
  makeFrom: 'Create card from template',
  fromTemplate: 'Create a card from a template',
  madeFrom: (name: string) => `Created from “${name}”.`,
};
