import { wordsOfMillions } from '../counts.ts';

export const { list, number, percent, size, word, counted } = wordsOfMillions('fr');
