import { sql } from 'kysely';
import { command, query } from '../db/query.ts';

/* Notifications that are due to be pushed to browsers. */

/** Pushes notifications to browsers. */
export interface Pusher {
  /** Begins to push what is due. */
  look(): Promise<void>;
  /** Waits for what is under way. */
  idle(): Promise<void>;
}

export interface DuePush {
  workspaceId: string;
  id: string;
  userId: string;
  toldAt: number;
  pushAt: number;
}

/** Those due first, in all workspaces. */
export const duePushes = query(
  'notifications.duePushes',
  (_db, p: { now: number; limit: number }) => sql<DuePush>`
  select workspace_id as "workspaceId", id as id, user_id as "userId", told_at as "toldAt", push_at as "pushAt"
  from notifications where push_at <= ${p.now} order by push_at limit ${p.limit}`,
);

/** Takes a due one, so that no other node does; returns a row unless another did, or it has been told again. */
export const takePush = command(
  'notifications.takePush',
  (_db, p: Pick<DuePush, 'workspaceId' | 'id' | 'pushAt'>) => sql<{ taken: number }>`
  update notifications set push_at = null
  where workspace_id = ${p.workspaceId} and id = ${p.id} and push_at = ${p.pushAt}
  returning 1 as taken`,
);
