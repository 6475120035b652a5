import type { Language } from '../../../../../contract/languages.ts';
import { de } from './de.ts';
import { type ChatWords, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';

/** The words of messages to chats, by the language of the channel. */
export const chatWords: Readonly<Record<Language, ChatWords>> = { en, de, fr, es, he };
