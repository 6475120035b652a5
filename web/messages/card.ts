import { cardRoom } from './en/card.ts';
import { textsOf } from './language.ts';

export const {
  card: cardTexts,
  colours: colourTexts,
  editor: editorTexts,
  files: fileTexts,
  history: historyTexts,
} = textsOf('card', cardRoom);
