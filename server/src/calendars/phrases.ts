import { byBeginning } from '../../../contract/board-activities.ts';
import { type Language, markOf } from '../../../contract/languages.ts';
import { de } from '../../../contract/phrases/de.ts';
import { en, type Phrases } from '../../../contract/phrases/en.ts';
import { es } from '../../../contract/phrases/es.ts';
import { fr } from '../../../contract/phrases/fr.ts';
import { he } from '../../../contract/phrases/he.ts';
import { phraseIn } from '../../../contract/phrases/phrases.ts';

/* What happened on a board, in the language of whoever reads its feed. */

const phrasesIn: Readonly<Record<Language, Phrases>> = { en, de, fr, es, he };

interface Happened {
  type: string;
  actorName: string | null;
  cardTitle: string | null;
  listName: string | null;
}

/** Who did it, as an author. */
export const authorOf = ({ actorName }: Pick<Happened, 'actorName'>, language: Language): string =>
  actorName ?? phrasesIn[language].someone;

export function sentenceOf(happened: Happened, language: Language): string {
  const { type, cardTitle, listName } = happened;
  const phrases = phrasesIn[language];
  const isMove = type === 'card.updated.list' && cardTitle !== null && listName !== null;
  const isKnown = byBeginning(phrases.did, type) !== undefined;
  const phrase = isMove
    ? `${phrases.perfect}${phrases.movedTo}`
    : phraseIn(phrases, isKnown ? type : 'board');
  // Of a card that was deleted since, the title is not known.
  const card = cardTitle ?? (type.startsWith('card.') && type !== 'card.deleted' ? phrases.aCard : null);
  const about = type.startsWith('list.') ? listName : card;
  return `${markOf(language)}${authorOf(happened, language)} ${filled(phrase, about, listName ?? '')}`;
}

/** A phrase with what it is about in its place, or after it. */
function filled(phrase: string, about: string | null, list: string): string {
  if (!phrase.includes('{}')) return about === null ? phrase : `${phrase} ${about}`;
  return phrase.replace(/\{(list)?\}/g, (_place, isList) => (isList ? list : (about ?? '…')));
}
