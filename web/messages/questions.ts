import { questionTexts as english } from './en/questions.ts';
import { textsOf } from './language.ts';

export const questionTexts = textsOf('questions', english);
