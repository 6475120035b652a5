import type { Texts } from './language.ts';

/** The languages other than English: the tag of each, and how to load its texts. */
export const others: Readonly<Record<string, () => Promise<Texts>>> = {};
