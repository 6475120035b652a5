import { auditTexts, auditTypeTexts } from './audit.ts';
import { botTexts } from './bots.ts';
import { chatTexts } from './chat.ts';
import { codeHostTexts } from './code-hosts.ts';
import { keyTexts, securityTexts } from './keys.ts';
import { workTexts } from './my-work.ts';
import { pushTexts } from './push.ts';
import { memberRightsTexts, rightGroupTexts, rightTexts, rolesTexts } from './roles.ts';
import { deletedTexts, inviteLinkTexts, settingsTexts } from './settings-nav.ts';
import { someBoardsTexts } from './some-boards.ts';
import { toldTexts } from './told.ts';
import { eventGroupTexts, eventTexts, webhookTexts } from './webhooks.ts';
import { workspaceKeyTexts } from './workspace-keys.ts';

export const settingsRoom = {
  auditTexts,
  auditTypeTexts,
  botTexts,
  chatTexts,
  codeHostTexts,
  deletedTexts,
  eventGroupTexts,
  eventTexts,
  inviteLinkTexts,
  keyTexts,
  memberRightsTexts,
  pushTexts,
  workTexts,
  rightGroupTexts,
  rightTexts,
  rolesTexts,
  securityTexts,
  settingsTexts,
  someBoardsTexts,
  toldTexts,
  webhookTexts,
  workspaceKeyTexts,
};
