import type { TextsOfBoards } from '../language.ts';
import { activityTexts } from './activity.ts';
import { cardRoom } from './card.ts';
import { chartTexts } from './charts.ts';
import { claimTexts } from './claims.ts';
import { codeTexts } from './code.ts';
import { factorTexts } from './factors.ts';
import { fieldTexts } from './fields.ts';
import { filterTexts } from './filter.ts';
import { first } from './first.ts';
import { homeTexts } from './home.ts';
import { inboxTexts } from './inbox.ts';
import { moveTexts } from './move.ts';
import { proposalTexts } from './proposals.ts';
import { questionTexts } from './questions.ts';
import { relationTexts } from './relations.ts';
import { viewTexts } from './views.ts';

export const texts: TextsOfBoards = {
  activity: activityTexts,
  card: cardRoom,
  charts: chartTexts,
  claims: claimTexts,
  code: codeTexts,
  factors: factorTexts,
  fields: fieldTexts,
  filter: filterTexts,
  first,
  home: homeTexts,
  inbox: inboxTexts,
  move: moveTexts,
  proposals: proposalTexts,
  questions: questionTexts,
  relations: relationTexts,
  views: viewTexts,
};
