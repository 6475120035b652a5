import { counted, list } from './counts.ts';

/** Texts of what is limited to some boards of a workspace: API keys and webhooks. */
export const someBoardsTexts = {
  label: 'Boards',
  all: 'All boards',
  find: 'Find a board',
  none: 'There are no boards yet.',
  listed: list,
  others: (count: number) => counted(count, 'board that you cannot see', 'boards that you cannot see'),
};
