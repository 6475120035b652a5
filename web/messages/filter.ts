import { filterTexts as english } from './en/filter.ts';
import { textsOf } from './language.ts';

export const filterTexts = textsOf('filter', english);
