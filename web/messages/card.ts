import { cardRoom } from './en/card.ts';
import { textsOf } from './language.ts';

export const {
  card: cardTexts,
  colours: colourTexts,
  dates: dateTexts,
  editor: editorTexts,
  files: fileTexts,
  history: historyTexts,
  line: lineTexts,
  refused: refusedTexts,
} = textsOf('card', cardRoom);
