import { factorTexts as english } from './en/factors.ts';
import { textsOf } from './language.ts';

export const factorTexts = textsOf('factors', english);
