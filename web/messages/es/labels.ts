import { colourNames } from './colours.ts';
import { counted } from './counts.ts';

export const labelTexts = {
  noLabels: 'Este tablero aún no tiene etiquetas. Úsalas para agrupar tarjetas relacionadas.',
  newLabel: 'Etiqueta nueva',
  addLabel: 'Añadir etiqueta',
  labelName: 'Nombre de la etiqueta',
  editLabel: (name: string) => `Editar la etiqueta ${name}`,
  deleteThisLabel: 'Eliminar etiqueta',
  deleteLabel: (cards: number) =>
    cards === 0
      ? 'Ninguna tarjeta tiene esta etiqueta. No se podrá restaurar.'
      : `Se quitará de ${counted(cards, 'tarjeta', 'tarjetas')} y no se podrá restaurar.`,
  colour: 'Color',
  ownColour: 'Color personalizado',
  colours: colourNames,
};
