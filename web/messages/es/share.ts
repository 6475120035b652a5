export const shareTexts = {
  title: 'Tarjeta nueva',
  cardTitle: 'Título',
  description: 'Descripción',
  board: 'Tablero',
  recent: 'Recientes',
  list: 'Lista',
  add: 'Añadir tarjeta',
  readOnly: 'No puedes añadir tarjetas a este tablero.',
  noLists: 'Este tablero aún no tiene listas.',
  noBoards: 'Aún no tienes tableros.',
  away: 'Este tablero no se ha abierto aquí antes, así que no se puede usar sin conexión.',
};
