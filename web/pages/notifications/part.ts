import type { notificationSettings } from '../../../contract/notification-settings.ts';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';

export type Settings = ReplyOf<typeof notificationSettings.get>;
export type Change = BodyOf<typeof notificationSettings.update>;

/** The props of the parts of these settings. */
export interface PartProps {
  settings: Settings;
  change: (part: Change) => Promise<void>;
}
