import { activityTexts as english } from './en/activity.ts';
import { textsOf } from './language.ts';

export const activityTexts = textsOf('activity', english);
