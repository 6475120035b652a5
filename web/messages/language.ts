import type { GivenIssue } from '../../contract/client.ts';
import type { IssueText, sentenceOf } from '../../contract/issue-sentence.ts';
import type { IssueTexts } from '../../contract/issues.ts';
import type { activityTexts } from './en/activity.ts';
import type { cardRoom } from './en/card.ts';
import type { chartTexts } from './en/charts.ts';
import type { claimTexts } from './en/claims.ts';
import type { codeTexts } from './en/code.ts';
import type { consentTexts } from './en/consent.ts';
import type { factorTexts } from './en/factors.ts';
import type { fieldTexts } from './en/fields.ts';
import type { filterTexts } from './en/filter.ts';
import type { first } from './en/first.ts';
import type { homeTexts } from './en/home.ts';
import type { inboxTexts } from './en/inbox.ts';
import type { moveTexts } from './en/move.ts';
import type { operatorTexts } from './en/operator.ts';
import type { pagesRoom } from './en/pages-room.ts';
import type { proposalTexts } from './en/proposals.ts';
import type { questionTexts } from './en/questions.ts';
import type { relationTexts } from './en/relations.ts';
import type { ruleTexts } from './en/rules.ts';
import type { settingsRoom } from './en/settings-room.ts';
import type { shareTexts } from './en/share.ts';
import type { transferTexts } from './en/transfers.ts';
import type { viewTexts } from './en/views.ts';
import { setLanguage } from './tag.ts';

/*
 * The language of the page, chosen when it loads: the one that the user has chosen, or else the first of the browser's languages
 * that there are texts for. English texts are loaded with the rooms of the page that show them; another language is loaded whole.
 */

/** The texts of boards and of what surrounds all pages, by the room that shows them. */
export interface TextsOfBoards {
  first: typeof first;
  activity: typeof activityTexts;
  card: typeof cardRoom;
  charts: typeof chartTexts;
  claims: typeof claimTexts;
  code: typeof codeTexts;
  filter: typeof filterTexts;
  factors: typeof factorTexts;
  fields: typeof fieldTexts;
  home: typeof homeTexts;
  inbox: typeof inboxTexts;
  move: typeof moveTexts;
  proposals: typeof proposalTexts;
  questions: typeof questionTexts;
  relations: typeof relationTexts;
  views: typeof viewTexts;
}

/** The texts of the other pages. */
export interface TextsOfPages {
  consent: typeof consentTexts;
  operator: typeof operatorTexts;
  pages: typeof pagesRoom;
  rules: typeof ruleTexts;
  settings: typeof settingsRoom;
  share: typeof shareTexts;
  transfers: typeof transferTexts;
}

/** All texts of a language. */
export interface Texts extends TextsOfBoards, TextsOfPages {
  /** What may be wrong with a request; the service words it in English itself. */
  issues: IssueTexts;
}

let chosen: Texts | undefined;

/** Only other languages need it: issues arrive with an English sentence. */
let sentence: typeof sentenceOf | undefined;

/** Loads the texts of the language, and then shows the page: at once if that is English. */
export async function speak(
  others: Readonly<Record<string, () => Promise<Texts>>>,
  preferred: string | null,
  show: (texts: Texts | undefined) => void,
): Promise<void> {
  const tags = [preferred ?? '', ...(navigator.languages ?? [])].map((each) => each.split('-', 1).join());
  const wanted = tags.find((each) => each === 'en' || Object.hasOwn(others, each)) ?? 'en';
  const load = others[wanted];
  if (load) {
    // If they cannot be loaded, the page is in English.
    const loaded = Promise.all([load(), import('../../contract/issue-sentence.ts')]);
    const [texts, issues] = await loaded.catch(() => []);
    chosen = texts;
    sentence = issues?.sentenceOf;
    if (chosen) setLanguage(wanted);
  }
  show(chosen);
}

/** An issue of the service in the language of the page; in English if the service has a code that the page does not know. */
export function wordingOf({ code, values, message }: GivenIssue): string {
  const text: IssueText | undefined = code && chosen?.issues[code];
  return (text !== undefined && sentence?.(text, values ?? {})) || message;
}

/** The texts of a room: evaluated when the room is loaded, after the language was chosen. */
export const textsOf = <Room extends Exclude<keyof Texts, 'issues'>>(
  room: Room,
  english: Texts[Room],
): Texts[Room] => chosen?.[room] ?? english;
