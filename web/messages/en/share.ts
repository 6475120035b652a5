/* Texts of the page on which something that was shared with the app becomes a card. */

export const shareTexts = {
  title: 'New card',
  cardTitle: 'Title',
  description: 'Description',
  board: 'Board',
  recent: 'Recent',
  list: 'List',
  add: 'Add card',
  readOnly: 'You cannot add cards to this board.',
  noLists: 'This board has no lists yet.',
  noBoards: 'You have no boards yet.',
  away: 'This board was not opened here before, so it cannot be reached without a connection.',
};
