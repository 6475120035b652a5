import { shareTexts as english } from './en/share.ts';
import { textsOf } from './language.ts';

export const shareTexts = textsOf('share', english);
