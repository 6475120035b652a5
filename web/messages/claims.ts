import { claimTexts as english } from './en/claims.ts';
import { textsOf } from './language.ts';

export const claimTexts = textsOf('claims', english);
