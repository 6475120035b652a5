import { viewTexts as english } from './en/views.ts';
import { textsOf } from './language.ts';

export const viewTexts = textsOf('views', english);
