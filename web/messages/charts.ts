import { chartTexts as english } from './en/charts.ts';
import { textsOf } from './language.ts';

export const chartTexts = textsOf('charts', english);
