export const shareTexts = {
  title: 'Nouvelle carte',
  cardTitle: 'Titre',
  description: 'Description',
  board: 'Tableau',
  recent: 'Récents',
  list: 'Liste',
  add: 'Ajouter la carte',
  readOnly: 'Vous ne pouvez pas ajouter de cartes à ce tableau.',
  noLists: 'Ce tableau n’a pas encore de listes.',
  noBoards: 'Vous n’avez pas encore de tableaux.',
  away: 'Ce tableau n’a jamais été ouvert ici ; il est donc inaccessible sans connexion.',
};
