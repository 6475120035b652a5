import { issueTexts } from '../../contract/issue-texts.ts';
import { countsIn } from '../messages/counts.ts';
import { activityTexts } from '../messages/en/activity.ts';
import { cardRoom } from '../messages/en/card.ts';
import { chartTexts } from '../messages/en/charts.ts';
import { claimTexts } from '../messages/en/claims.ts';
import { codeTexts } from '../messages/en/code.ts';
import { consentTexts } from '../messages/en/consent.ts';
import { fieldTexts } from '../messages/en/fields.ts';
import { filterTexts } from '../messages/en/filter.ts';
import { first } from '../messages/en/first.ts';
import { homeTexts } from '../messages/en/home.ts';
import { inboxTexts } from '../messages/en/inbox.ts';
import { moveTexts } from '../messages/en/move.ts';
import { pagesRoom } from '../messages/en/pages-room.ts';
import { proposalTexts } from '../messages/en/proposals.ts';
import { questionTexts } from '../messages/en/questions.ts';
import { relationTexts } from '../messages/en/relations.ts';
import { ruleTexts } from '../messages/en/rules.ts';
import { settingsRoom } from '../messages/en/settings-room.ts';
import { shareTexts } from '../messages/en/share.ts';
import { transferTexts } from '../messages/en/transfers.ts';
import { viewTexts } from '../messages/en/views.ts';
import type { Texts } from '../messages/language.ts';

/* A second language, for tests: English in brackets, so that a text that is not of the language can be told. */

const { number, textOf } = countsIn('pl');

/** The same shape, with brackets around all texts, and around what its functions return. */
function marked<T>(texts: T): T {
  const inBrackets = (value: unknown): unknown => {
    if (typeof value === 'string') return `⟦${value}⟧`;
    if (typeof value === 'function') return (...given: unknown[]) => inBrackets(value(...given));
    if (Array.isArray(value)) return value.map(inBrackets);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inBrackets(each)]));
  };
  return inBrackets(texts) as T;
}

const marks = marked({
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
  pages: pagesRoom,
  proposals: proposalTexts,
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
});

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
