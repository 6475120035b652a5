import { deleteRow } from '../../base/db/statements.ts';
import { notificationSettings } from './tables.ts';

export const forgetNotificationSettings = deleteRow('notification_settings.forget', notificationSettings);
