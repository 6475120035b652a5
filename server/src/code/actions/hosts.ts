import { caps } from '../../../../contract/caps.ts';
import { type CodeHostKind, codeHostNames } from '../../../../contract/code-kinds.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { day } from '../../base/clock.ts';
import { NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { insertHost, removeHost, updateHost } from '../../data/code/rows.ts';
import { type HostRow, hostById } from '../queries.ts';
import { newSecret } from '../signature.ts';

/* Connections to code hosts. Only the audit log records changes of them. */

/** How long a secret is taken after it was replaced; microseconds. */
const overlap = day;

export interface HostAddress {
  workspacePublicId: string;
  codeHostPublicId: string;
}

const requireRoom = cap('code_hosts', ['workspace_id'], caps.codeHostsOfWorkspace);

/** Connects a code host; returns it with its secret. */
export async function connect(
  work: Work,
  workspacePublicId: string,
  { kind, name = codeHostNames[kind] }: { kind: CodeHostKind; name?: string },
): Promise<{ host: HostRow; secret: string }> {
  const { tx, actor, now, grant, audit, secrets } = work;
  const { workspaceId } = await grant('workspace', workspacePublicId, 'workspace:manage');
  await requireRoom(tx, { workspace_id: workspaceId });
  const [id, secret] = [newId(now), newSecret()];
  const given = { workspaceId, id, kind, name, createdBy: actor.userId, createdAt: now };
  const secretSealed = secrets.seal(secret, contextOf(id));
  await tx.run(insertHost, { ...given, secretSealed });
  await audit({
    type: 'codeHost.created',
    workspaceId,
    subject: { id, name },
    detail: differences({}, { kind, name }),
  });
  return { host: await hostOf(work, workspaceId, id), secret };
}

/** What a secret of a code host is sealed for. */
export const contextOf = (id: string): string => `code host ${id}`;

async function hostOf({ tx }: Pick<Work, 'tx'>, workspaceId: string, id: string): Promise<HostRow> {
  const host = await tx.first(hostById, { workspaceId, id });
  if (!host) throw new NotFound();
  return host;
}

export async function grantHost(
  work: Work,
  { workspacePublicId, codeHostPublicId: id }: HostAddress,
): Promise<HostRow> {
  const { workspaceId } = await work.grant('workspace', workspacePublicId, 'workspace:manage');
  return hostOf(work, workspaceId, id);
}

export async function rename(work: Work, address: HostAddress, name: string): Promise<HostRow> {
  const host = await grantHost(work, address);
  const { workspaceId, id } = host;
  if (name === host.name) {
    work.quiet();
    return host;
  }
  const changed = { ...host, name, updatedAt: work.now };
  await work.tx.run(updateHost, changed);
  const detail = differences({ name: host.name }, { name });
  await work.audit({ type: 'codeHost.updated', workspaceId, subject: { id, name }, detail });
  return changed;
}

/** Replaces the secret. Who knows it decides what is told, so that is done as whoever replaced it from then on. */
export async function rotateSecret(work: Work, address: HostAddress): Promise<{ secret: string }> {
  const host = await grantHost(work, address);
  const { workspaceId, id, name } = host;
  const secret = newSecret();
  await work.tx.run(updateHost, {
    ...host,
    secretSealed: work.secrets.seal(secret, contextOf(id)),
    previousSecretSealed: host.secretSealed,
    previousSecretUntil: work.now + overlap,
    createdBy: work.actor.userId,
    updatedAt: work.now,
  });
  const detail = [{ field: 'secret', from: null, to: null }];
  await work.audit({ type: 'codeHost.updated', workspaceId, subject: { id, name }, detail });
  return { secret };
}

export async function disconnect(work: Work, address: HostAddress): Promise<{ success: true }> {
  const { workspaceId, id, name, kind } = await grantHost(work, address);
  await work.tx.run(removeHost, { workspaceId, id });
  const detail = differences({ kind, name }, {});
  await work.audit({ type: 'codeHost.deleted', workspaceId, subject: { id, name }, detail });
  return { success: true };
}
