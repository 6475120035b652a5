import { archiveTexts } from './archive.ts';
import { labelTexts } from './labels.ts';
import { mailedTexts } from './mailed.ts';
import { mergeTexts } from './merge.ts';
import { boardRoleHintTexts, panelTexts, roleHintTexts, roleTexts } from './panel.ts';
import { profileTexts } from './profile.ts';
import { searchTexts } from './search.ts';
import { sharedFieldTexts } from './shared-fields.ts';
import { workspaceTexts } from './workspace.ts';

export const pagesRoom = {
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
};
