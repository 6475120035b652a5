import type { ReplyOf } from '../../../contract/operation.ts';
import type { routes } from '../../../contract/routes.ts';

export type Notification = ReplyOf<typeof routes.notifications.list>['notifications'][number];

/** Which notifications the inbox shows. */
export type State = 'unread' | 'all' | 'archived';
