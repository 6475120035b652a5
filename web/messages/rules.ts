import { ruleTexts as english } from './en/rules.ts';
import { textsOf } from './language.ts';

export const ruleTexts = textsOf('rules', english);
