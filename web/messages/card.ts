import { cardRoom } from './en/card.ts';
import { textsOf } from './language.ts';

export const {
  card: cardTexts,
  colours: colourTexts,
  dates: dateTexts,
  editor: editorTexts,
  files: fileTexts,
  gone: goneTexts,
  history: historyTexts,
  line: lineTexts,
  looks: lookTexts,
  proof: proofTexts,
  repeats: repeatTexts,
  reminders: reminderTexts,
  refused: refusedTexts,
} = textsOf('card', cardRoom);
