import { wordsIn } from '../counts.ts';

/* Numbers and lists in English. */

export const { list, number, percent, size, word, counted } = wordsIn('en');
