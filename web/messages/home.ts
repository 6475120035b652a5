import { homeTexts as english } from './en/home.ts';
import { textsOf } from './language.ts';

export const homeTexts = textsOf('home', english);
