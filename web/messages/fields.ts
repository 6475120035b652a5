import { fieldTexts as english } from './en/fields.ts';
import { textsOf } from './language.ts';

export const fieldTexts = textsOf('fields', english);
