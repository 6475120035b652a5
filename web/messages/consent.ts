import { consentTexts as english } from './en/consent.ts';
import { textsOf } from './language.ts';

export const consentTexts = textsOf('consent', english);
