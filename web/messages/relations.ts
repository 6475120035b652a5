import { relationTexts as english } from './en/relations.ts';
import { textsOf } from './language.ts';

export const relationTexts = textsOf('relations', english);
