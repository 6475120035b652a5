import type { Language } from '../../../../../contract/languages.ts';
import { newsTexts as de } from './de-news.ts';
import { newsTexts as en, type NewsTexts } from './en-news.ts';
import { newsTexts as es } from './es-news.ts';
import { newsTexts as fr } from './fr-news.ts';
import { newsTexts as he } from './he-news.ts';

/** The words of mails about notifications, by the language of their reader. */
export const newsTextsIn: Readonly<Record<Language, NewsTexts>> = { en, de, fr, es, he };
