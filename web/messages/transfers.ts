import { transferTexts as english } from './en/transfers.ts';
import { textsOf } from './language.ts';

export const transferTexts = textsOf('transfers', english);
