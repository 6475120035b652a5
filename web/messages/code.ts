import { codeTexts as english } from './en/code.ts';
import { textsOf } from './language.ts';

export const codeTexts = textsOf('code', english);
