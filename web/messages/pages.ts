import { pagesRoom } from './en/pages-room.ts';
import { textsOf } from './language.ts';

export const {
  archiveTexts,
  labelTexts,
  mailedTexts,
  mergeTexts,
  panelTexts,
  profileTexts,
  roleTexts,
  searchTexts,
  workspaceTexts,
} = textsOf('pages', pagesRoom);
