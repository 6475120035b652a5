import { allPermissions, holds } from '../../../../contract/permissions.ts';
import { hashOf } from '../../access/tokens.ts';
import { thingOf } from '../example-input.ts';
import type { Arrived } from './arrived.ts';
import { parsed } from './forbidden.ts';
import type { Look } from './look.ts';
import type { Sent } from './send.ts';

/*
 * What a caller may do, read from the rows by a statement of its own: whatever the service lets through is held
 * against it.
 */

/** What a caller is where a request leads. */
export interface Standing {
  /** What may be done there, with the credential that was sent; null for who is no active member. */
  permissions: number | null;
  /** The caller's own address, where those of others are not to be seen; otherwise null. */
  seesOnly: string | null;
  /** Whether what the path names is all of one workspace. */
  together: boolean;
}

const tables =
  'boards lists labels cards checklists checklist_items comments attachments members roles webhooks webhook_deliveries';

const workspaceOf = (parameter: string) =>
  [
    `select id as workspace_id from workspaces where id = ${parameter} or slug = ${parameter}`,
    ...tables.split(' ').map((table) => `select workspace_id from ${table} where id = ${parameter}`),
  ].join(' union ');

const standing = `
  with actor as (
    select user_id, ${allPermissions} as permissions, null as workspace_id from sessions where token_hash = $1
    union all
    select user_id, coalesce(permissions, ${allPermissions}), workspace_id from api_keys where key_hash = $1
  )
  select t.workspace_id as "workspaceId", w.show_emails_to_members as "showsEmails", u.email,
    (r.permissions | m.granted) & ~m.revoked & a.permissions as permissions
  from (${workspaceOf('$2')}) t
  join workspaces w on w.id = t.workspace_id
  left join actor a on a.workspace_id is null or a.workspace_id = t.workspace_id
  left join users u on u.id = a.user_id
  left join members m on m.workspace_id = t.workspace_id and m.user_id = a.user_id and m.status = 'active'
  left join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id`;

interface Row {
  workspaceId: string;
  showsEmails: number | string;
  email: string | null;
  permissions: number | string | null;
}

/** What the caller of a request may do there; undefined where it concerns no workspace. */
export async function standingOf(look: Look, arrived: Arrived, sent: Sent): Promise<Standing | undefined> {
  const [id, ...others] = idsIn(arrived);
  if (id === undefined) return undefined;
  const hash = hashOf(tokenOf(sent));
  const [row, ...more] = await look.rows<Row>(standing, hash, id);
  if (!row || more.length > 0) return undefined;
  const workspaces = await Promise.all(others.map((other) => look.rows<Row>(standing, hash, other)));
  const permissions = row.permissions === null ? null : Number(row.permissions);
  const showsEmails = Number(row.showsEmails) === 1 || holds(permissions ?? 0, 'member:edit');
  return {
    permissions,
    seesOnly: showsEmails ? null : (row.email ?? ''),
    together: workspaces.every(([other]) => other === undefined || other.workspaceId === row.workspaceId),
  };
}

/** What the path names, or the first thing of the body where the path names none. */
function idsIn({ operation, params, body }: Arrived): string[] {
  const inPath = Object.keys(params).filter((name) => thingOf(name) !== undefined);
  if (inPath.length > 0) return inPath.map((name) => params[name] ?? '');
  const json = operation.body ? parsed(body) : undefined;
  if (typeof json !== 'object' || json === null) return [];
  const [found] = Object.entries(json).filter(([name, id]) => thingOf(name) && typeof id === 'string');
  return found ? [String(found[1])] : [];
}

function tokenOf({ headers }: Sent): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? headers['x-api-key'] ?? '';
}
