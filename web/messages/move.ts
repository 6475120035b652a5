import { moveTexts as english } from './en/move.ts';
import { textsOf } from './language.ts';

export const moveTexts = textsOf('move', english);
