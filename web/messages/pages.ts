import { pagesRoom } from './en/pages-room.ts';
import { textsOf } from './language.ts';

export const {
  archiveTexts,
  boardRoleHintTexts,
  labelTexts,
  mailedTexts,
  mergeTexts,
  panelTexts,
  profileTexts,
  roleHintTexts,
  roleTexts,
  searchTexts,
  sharedFieldTexts,
  workspaceTexts,
} = textsOf('pages', pagesRoom);
