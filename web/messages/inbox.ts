import { inboxTexts as english } from './en/inbox.ts';
import { textsOf } from './language.ts';

export const inboxTexts = textsOf('inbox', english);
