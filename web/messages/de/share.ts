export const shareTexts = {
  title: 'Neue Karte',
  cardTitle: 'Titel',
  description: 'Beschreibung',
  board: 'Board',
  recent: 'Zuletzt',
  list: 'Liste',
  add: 'Karte hinzufügen',
  readOnly: 'Zu diesem Board kannst du keine Karten hinzufügen.',
  noLists: 'Dieses Board hat noch keine Listen.',
  noBoards: 'Du hast noch keine Boards.',
  away: 'Dieses Board wurde hier noch nie geöffnet und ist daher ohne Verbindung nicht erreichbar.',
};
