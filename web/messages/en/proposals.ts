import type { RelationType } from '../../../contract/relation-types.ts';
import { counted, list, number } from './counts.ts';
import { relationTexts } from './relations.ts';

const types: Readonly<Record<RelationType, string>> = relationTexts.types;

/* Texts of cards that are proposed. */

export const proposalTexts = {
  open: (count: number, hasMore: boolean) =>
    hasMore ? `${number(count)}+ proposed` : `${number(count)} proposed`,
  openTitle: 'Cards that wait for somebody to accept them',
  hint: 'Cards that agents or people propose. They are on the board once somebody accepts them.',
  none: 'Nothing is proposed.',
  more: (count: number) =>
    `These are the first ${number(count)}. The others come once you have decided about some.`,
  someone: 'Someone',
  proposes: (who: string, count: number) => `${who} proposes ${counted(count, 'card', 'cards')}`,
  accept: 'Accept',
  acceptOne: (title: string) => `Accept ${title}`,
  acceptAll: 'Accept all',
  edit: 'Edit',
  editOne: (title: string) => `Edit ${title}`,
  acceptEdited: 'Accept with changes',
  discard: 'Discard',
  discardOne: (title: string) => `Discard ${title}`,
  discardAll: 'Discard all',
  discardQuestion: (count: number) =>
    `${counted(count, 'card is', 'cards are')} discarded. Whoever made the proposal can see that.`,
  title: 'Title',
  description: 'Description',
  list: 'List',
  firstList: 'The first list',
  goneList: 'A list that is gone',
  keeps: 'Keep',
  kept: (part: string, names: readonly string[]) => `${part}: ${list(names)}`,
  labels: 'Labels',
  members: 'Members',
  dates: 'Dates',
  relations: 'Relations',
  goneMember: 'somebody who is gone',
  start: (date: string) => `Starts ${date}`,
  due: (date: string) => `Due ${date}`,
  items: (count: number) => counted(count, 'checklist item', 'checklist items'),
  relation: (type: RelationType, title: string) => `${types[type]} “${title}”`,
  otherCard: 'another card',
  leftOut: (count: number) =>
    `${counted(count, 'relation was', 'relations were')} left out: the other cards are gone.`,
  problemOf: (title: string, problem: string) => `“${title}”: ${problem}`,
  problems: {
    'unknown-list-of-board': 'Its list is gone. Choose “Edit”, and another list.',
    'several-lists': 'Several lists may be meant. Choose “Edit”, and one of them.',
    'members-blind': 'A member can no longer see this board. Choose “Edit”, and leave the members out.',
  } as Readonly<Record<string, string>>,
};
