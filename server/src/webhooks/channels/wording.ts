import { ruleEvent } from '../../../../contract/events.ts';
import type { Language } from '../../../../contract/languages.ts';
import { everyMention } from '../../../../contract/mentions.ts';
import { toAnswer } from '../../../../contract/pages.ts';
import { cut, filled, type Line, type Part } from './told.ts';
import type { ChatWords } from './words/en.ts';
import { chatWords } from './words/words.ts';

/* What happened, in words. Everything that people wrote is cut, so that no name hides what is said about it. */

/** What a delivery says, as `base/changes/record.ts` writes it; only what the words need. */
export interface Happened {
  readonly type: string;
  readonly data: {
    readonly url?: string;
    readonly listPublicId?: string;
    readonly user?: { readonly name?: string | null };
    readonly apiKey?: { readonly name?: string | null };
    readonly card?: { readonly title?: string };
    /** Of the list, the label or the board that it is about. */
    readonly name?: string;
    /** The rule that sent it, with its text. */
    readonly rule?: { readonly name?: string };
    readonly text?: string;
    readonly activity?: {
      readonly fromTitle?: string | null;
      readonly toTitle?: string | null;
      readonly toDueDate?: string | null;
      readonly fromList?: { readonly name?: string };
      readonly toList?: { readonly name?: string };
      readonly label?: { readonly name?: string };
      readonly memberPublicId?: string;
      readonly commentPublicId?: string;
      readonly attachment?: { readonly originalFilename?: string };
      /** Of a pull request. */
      readonly change?: {
        readonly to?: {
          readonly number?: number;
          readonly title?: string;
          readonly by?: string | null;
        } | null;
      };
    };
  };
}

/** What is known by now of what happened, by id; what is gone is missing. */
export interface Known {
  /** Names and texts. */
  readonly names: ReadonlyMap<string, string>;
  /** The options of open questions. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

type Data = Happened['data'];

const nameOf = (text: string | null | undefined, otherwise: string): string =>
  cut(text ?? '', 80) || otherwise;

const titleOf = (text: string | null | undefined): string => cut(text ?? '', 120);

/** The start of a comment as text: a mention as the name. */
const excerpt = (text: string): string => cut(text.replace(everyMention, '@$1'), 280);

/** A day as the language writes it; empty if there is none. */
function dayIn(language: Language, date: string | null | undefined): string {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return '';
  return new Date(at).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Who did it, and with which key. */
function whoIn({ user, apiKey }: Data, { unnamed }: ChatWords): string {
  const key = apiKey ? ` (${nameOf(apiKey.name, unnamed.key)})` : '';
  return `${nameOf(user?.name, unnamed.who)}${key}`;
}

/** What the sentences about cards are filled in with. */
function valuesOf({ data }: Happened, { names }: Known, language: Language): Record<string, Part> {
  const { activity = {}, card, listPublicId = '', url = '' } = data;
  const words = chatWords[language];
  const { unnamed } = words;
  const { number, title, by } = activity.change?.to ?? {};
  return {
    who: whoIn(data, words),
    card: { text: card?.title ?? '', url },
    list: nameOf(names.get(listPublicId), unnamed.list),
    before: titleOf(activity.fromTitle),
    from: nameOf(activity.fromList?.name, unnamed.list),
    to: nameOf(activity.toList?.name, unnamed.list),
    day: dayIn(language, activity.toDueDate),
    label: titleOf(activity.label?.name),
    member: nameOf(names.get(activity.memberPublicId ?? ''), unnamed.member),
    item: titleOf(activity.toTitle ?? activity.fromTitle),
    file: titleOf(activity.attachment?.originalFilename),
    number: String(number ?? ''),
    title: titleOf(title),
    by: nameOf(by, unnamed.by),
  };
}

const isOf = <T extends object>(key: string, table: T): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key);

/** The sentence about what happened to a card. */
function sentenceOf({ type, data }: Happened, { names, options }: Known, words: ChatWords): string {
  if (type === 'card.created' && names.has(data.listPublicId ?? '')) return words.createdIn;
  if (options.has(data.activity?.commentPublicId ?? '') && isComment(type)) return words.asked;
  return words.cards[isOf(type, words.cards) ? type : 'card.updated'];
}

const isComment = (type: string): boolean => type === 'card.updated.comment.added';

/** The text of a comment that was written or edited, and of a question where each of its answers is given. */
function textIn({ type, data }: Happened, { names, options }: Known, words: ChatWords): Line {
  if (!isComment(type) && type !== 'card.updated.comment.updated') return [];
  const id = data.activity?.commentPublicId ?? '';
  const text = names.get(id);
  const offered = isComment(type) ? (options.get(id) ?? []) : [];
  return [
    text === undefined ? '' : `${words.colon}${excerpt(text)}`,
    ...offered.flatMap((option, place): Part[] => [
      ' · ',
      { text: cut(option, 60), url: `${data.url ?? ''}${toAnswer(id, place)}` },
    ]),
  ];
}

/** `list.created` and the like. */
function ofBoard({ type, data }: Happened, words: ChatWords): Line {
  const { board } = words;
  const changed = `${type.split('.')[0]}.updated`;
  const key = isOf(type, board) ? type : isOf(changed, board) ? changed : 'board.updated';
  return filled(board[key], { who: whoIn(data, words), name: titleOf(data.name) || '…' });
}

/** What a rule says. */
const ofRule = ({ rule, text, card, url = '' }: Data, words: ChatWords): Line => [
  words.quoted(titleOf(rule?.name)),
  ...(text === undefined ? [] : [`${words.colon}${excerpt(text)}`]),
  ...(card ? [' · ', { text: card.title ?? '', url }] : []),
];

/** What happened, in the words of a language. */
export function lineOf(happened: Happened, known: Known, language: Language): Line {
  const words = chatWords[language];
  if (happened.type === ruleEvent) return ofRule(happened.data, words);
  if (!happened.data.card) return ofBoard(happened, words);
  const sentence = sentenceOf(happened, known, words);
  return [...filled(sentence, valuesOf(happened, known, language)), ...textIn(happened, known, words)];
}

/** The ids of what the words name, apart from the board. */
export const idsIn = ({ data: { activity, listPublicId } }: Happened): string[] =>
  [activity?.memberPublicId, activity?.commentPublicId, listPublicId].filter((id) => id !== undefined);
