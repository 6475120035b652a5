import { wordsIn } from '../counts.ts';

export const { list, number, percent, size, word, counted } = wordsIn('de');
