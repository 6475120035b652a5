import { byBeginning } from '../board-activities.ts';
import type { Phrases } from './en.ts';

/** What was done, without who did it. */
export const doneIn = ({ did, otherwise }: Phrases, type: string): string =>
  byBeginning(did, type) ?? otherwise;

/** What was done, after the name of who did it. */
export const phraseIn = (phrases: Phrases, type: string): string =>
  `${phrases.perfect}${doneIn(phrases, type)}`;
