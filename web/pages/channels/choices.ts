import { eventTypes, matchesEvent } from '../../../contract/events.ts';
import { chatTexts as texts } from '../../messages/settings.ts';

/* What a chat is told, in the few choices that the page offers, and the patterns that the service stores. */

export type Choice = keyof typeof texts.choices;

const patterns: Record<Choice, readonly string[]> = {
  created: ['card.created'],
  moved: ['card.updated.list'],
  completed: ['card.updated.completed', 'card.updated.reopened'],
  comments: ['card.updated.comment.added'],
  people: ['card.updated.member.added'],
  dates: ['card.updated.dueDate.*'],
  files: ['card.updated.attachment.added'],
  checklists: ['card.updated.checklist.*'],
  texts: ['card.updated.title', 'card.updated.description'],
  labels: ['card.updated.label.*'],
  ends: ['card.archived', 'card.restored', 'card.deleted'],
  board: ['list.*', 'label.*', 'board.*'],
};

export const allChoices = Object.keys(patterns) as Choice[];

/** What a new chat is told. */
export const usualChoices: readonly Choice[] = ['created', 'moved', 'completed', 'comments', 'people'];

export const isEverything = (events: readonly string[]): boolean => events.includes('*');

/** The choices of which events have all. */
export const choicesIn = (events: readonly string[]): Choice[] =>
  allChoices.filter((choice) =>
    eventTypes
      .filter((type) => patterns[choice].some((pattern) => matchesEvent(pattern, type)))
      .every((type) => events.some((pattern) => matchesEvent(pattern, type))),
  );

/** The events of choices, and those stored before that no choice stands for. */
export function eventsFor(chosen: readonly Choice[], before: readonly string[]): string[] {
  const offered = Object.values(patterns).flat();
  const kept = before.filter((event) => event !== '*' && !offered.includes(event));
  return [...new Set([...chosen.flatMap((choice) => patterns[choice]), ...kept])];
}

/** What is posted, in a few words. */
export const wordsFor = (events: readonly string[]): string =>
  isEverything(events)
    ? texts.everything
    : choicesIn(events)
        .map((choice) => texts.choices[choice])
        .join(', ');
