import { settingsRoom } from './en/settings-room.ts';
import { textsOf } from './language.ts';

export const {
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
} = textsOf('settings', settingsRoom);
