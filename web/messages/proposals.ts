import { proposalTexts as english } from './en/proposals.ts';
import { textsOf } from './language.ts';

export const proposalTexts = textsOf('proposals', english);
