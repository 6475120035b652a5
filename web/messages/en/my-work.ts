import { counted } from './counts.ts';

export const workTexts = {
  count: (cards: number, boards: number) =>
    `${counted(cards, 'card', 'cards')} on ${counted(boards, 'board', 'boards')}`,
  countSoFar: (cards: number) => `the first ${counted(cards, 'card', 'cards')}`,
  none: 'No cards are assigned to you',
  noneHint:
    'Cards that you are on and checklist items that are yours appear here, from all boards, by their due date.',
  toBoards: 'Go to your boards',
  groups: {
    overdue: 'Overdue',
    today: 'Today',
    week: 'This week',
    later: 'Later',
    none: 'No date',
  },
  more: 'Show more',
  in: (list: string, board: string, workspace: string) => `In ${list} on ${board}, ${workspace}`,
  noDate: 'No date',
  nextWeek: 'In a week',
  /** The button with a card's date. */
  move: (date: string) => `${date}: move to another day`,
  moved: (title: string, day: string) => `“${title}”: ${day}`,
  markDone: 'Mark done',
  isDone: (title: string) => `“${title}” is done`,
  walk: 'Walk',
  open: 'Open',
  date: 'Date',
};
