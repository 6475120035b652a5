import { archiveTexts } from './archive.ts';
import { labelTexts } from './labels.ts';
import { mailedTexts } from './mailed.ts';
import { mergeTexts } from './merge.ts';
import { boardRoleHintTexts, panelTexts, roleHintTexts, roleTexts } from './panel.ts';
import { profileTexts } from './profile.ts';
import { searchTexts } from './search.ts';
import { sharedFieldTexts } from './shared-fields.ts';
import { workspaceTexts } from './workspace.ts';

/** The texts of the pages that are loaded when they are visited. */
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
