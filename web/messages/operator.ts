import { operatorTexts as english } from './en/operator.ts';
import { textsOf } from './language.ts';

export const operatorTexts = textsOf('operator', english);
