import { counted, list } from './counts.ts';

export const workTexts = {
  count: (cards: number, items: number, boards: number) =>
    `${list([
      ...(cards > 0 || items === 0 ? [counted(cards, 'card', 'cards')] : []),
      ...(items > 0 ? [counted(items, 'checklist item', 'checklist items')] : []),
    ])} on ${counted(boards, 'board', 'boards')}`,
  countSoFar: (rows: number) => `the first ${rows}`,
  none: 'No cards are assigned to you',
  noneHint:
    'Cards that you are on and checklist items that are yours appear here, from all boards, by their due date.',
  filter: 'Filter your cards',
  filterExample: 'Filter, like label:bug due:<7d',
  noneFiltered: 'None of your cards passes this filter.',
  saved: 'Saved filters',
  saveFilter: 'Save filter',
  viewName: 'Name',
  showAll: 'Show all',
  moveUp: (name: string) => `Move “${name}” up`,
  moveDown: (name: string) => `Move “${name}” down`,
  deleteView: (name: string) => `Delete “${name}”`,
  viewDeleted: (name: string) => `Filter “${name}” deleted`,
  toBoards: 'Go to your boards',
  groups: {
    overdue: 'Overdue',
    today: 'Today',
    week: 'Next 7 days',
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
  markDoneOf: (title: string) => `Mark done: ${title}`,
  isDone: (title: string) => `“${title}” is done`,
  walk: 'Move',
  enter: 'Enter',
  open: 'Open',
  date: 'Date',
};
