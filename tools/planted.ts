import { issueTexts } from '../contract/issue-texts.ts';
import { countsIn } from '../web/messages/counts.ts';
import { activityTexts } from '../web/messages/en/activity.ts';
import { cardRoom } from '../web/messages/en/card.ts';
import { chartTexts } from '../web/messages/en/charts.ts';
import { claimTexts } from '../web/messages/en/claims.ts';
import { codeTexts } from '../web/messages/en/code.ts';
import { consentTexts } from '../web/messages/en/consent.ts';
import { factorTexts } from '../web/messages/en/factors.ts';
import { fieldTexts } from '../web/messages/en/fields.ts';
import { filterTexts } from '../web/messages/en/filter.ts';
import { first } from '../web/messages/en/first.ts';
import { homeTexts } from '../web/messages/en/home.ts';
import { inboxTexts } from '../web/messages/en/inbox.ts';
import { moveTexts } from '../web/messages/en/move.ts';
import { operatorTexts } from '../web/messages/en/operator.ts';
import { pagesRoom } from '../web/messages/en/pages-room.ts';
import { proposalTexts } from '../web/messages/en/proposals.ts';
import { questionTexts } from '../web/messages/en/questions.ts';
import { relationTexts } from '../web/messages/en/relations.ts';
import { ruleTexts } from '../web/messages/en/rules.ts';
import { settingsRoom } from '../web/messages/en/settings-room.ts';
import { shareTexts } from '../web/messages/en/share.ts';
import { transferTexts } from '../web/messages/en/transfers.ts';
import { viewTexts } from '../web/messages/en/views.ts';
import type { Texts } from '../web/messages/language.ts';

/* A second language, for tests: English in brackets, so that a text that is not of the language can be told. */

const { number, textOf } = countsIn('pl');

/** The same shape, with all texts changed, and what its functions return. */
function changed<T>(texts: T, change: (text: string) => string): T {
  const inBrackets = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (typeof value === 'function') return (...given: unknown[]) => inBrackets(value(...given));
    if (Array.isArray(value)) return value.map(inBrackets);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inBrackets(each)]));
  };
  return inBrackets(texts) as T;
}

/** The English texts, by room. */
export const english: Texts = {
  first,
  card: cardRoom,
  charts: chartTexts,
  claims: claimTexts,
  code: codeTexts,
  filter: filterTexts,
  home: homeTexts,
  activity: activityTexts,
  inbox: inboxTexts,
  move: moveTexts,
  operator: operatorTexts,
  pages: pagesRoom,
  proposals: proposalTexts,
  factors: factorTexts,
  questions: questionTexts,
  relations: relationTexts,
  rules: ruleTexts,
  fields: fieldTexts,
  settings: settingsRoom,
  consent: consentTexts,
  share: shareTexts,
  transfers: transferTexts,
  views: viewTexts,
  issues: issueTexts,
};

const marks = changed(english, (text) => `⟦${text}⟧`);

export const planted: Texts = {
  ...marks,
  first: {
    ...marks.first,
    commands: {
      ...marks.first.commands,
      selected: (count) =>
        `⟦${number(count)} ${textOf(count, { one: 'karta', few: 'karty', many: 'kart', other: 'karty' })}⟧`,
    },
  },
};

const accents: Readonly<Record<string, string>> = {
  a: 'åá',
  e: 'éè',
  i: 'îí',
  o: 'öó',
  u: 'üú',
  n: 'ñ',
  c: 'ç',
  y: 'ý',
};

/** Texts that are longer by a third, with accents, in brackets: they show what has no room, is cut off or is not translated. */
export const pseudo: Texts = changed(
  english,
  (text) => `⟦${text.replace(/\{\w+\}|[aeiouncy]/gi, (letter) => accents[letter.toLowerCase()] ?? letter)}⟧`,
);
