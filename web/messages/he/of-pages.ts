import type { TextsOfPages } from '../language.ts';
import { consentTexts } from './consent.ts';
import { operatorTexts } from './operator.ts';
import { pagesRoom } from './pages-room.ts';
import { ruleTexts } from './rules.ts';
import { settingsRoom } from './settings-room.ts';
import { shareTexts } from './share.ts';
import { transferTexts } from './transfers.ts';

export const texts: TextsOfPages = {
  consent: consentTexts,
  operator: operatorTexts,
  pages: pagesRoom,
  rules: ruleTexts,
  settings: settingsRoom,
  share: shareTexts,
  transfers: transferTexts,
};
