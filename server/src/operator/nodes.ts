import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { hour, minute } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRow } from '../base/db/statements.ts';
import { newId } from '../base/ids.ts';
import type { MailCounts } from '../base/mail/outbox.ts';
import type { Service } from '../base/service.ts';
import { nodes } from '../data/operator/tables.ts';
import type { Problem } from './problems.ts';
import { databaseClock } from './queries.ts';

/* Each node notes every half minute that it runs, and what it knows of its machine: operators see all of them from any. */

export interface Disk {
  free: number;
  total: number;
}

export interface NodeState {
  /** Microseconds by which its clock is ahead of that of the database; null with the embedded one. */
  clockOff: number | null;
  /** The disk of its data folder; null if it cannot be asked. */
  disk: Disk | null;
  mails: MailCounts;
  /** What is wrong with the folder of backups, as it sees it. */
  backups?: readonly Problem[];
}

export interface NodeRow {
  id: string;
  host: string;
  version: string;
  startedAt: number;
  seenAt: number;
  state: string;
}

const allNodes = query(
  'nodes.all',
  (_db, p: { after: string; limit: number }) => sql<NodeRow>`
  select id, host, version, started_at as "startedAt", seen_at as "seenAt", state from nodes
  where id > ${p.after} order by id limit ${p.limit}`,
);

const note = command(
  'nodes.note',
  (_db, p: NodeRow) => sql<never>`
  insert into nodes (id, host, version, started_at, seen_at, state)
  values (${p.id}, ${p.host}, ${p.version}, ${p.startedAt}, ${p.seenAt}, ${p.state})
  on conflict (id) do update set seen_at = excluded.seen_at, state = excluded.state`,
);

const forget = deleteRow('nodes.forget', nodes);

/** How long a node may be silent before it is missed; microseconds. */
export const silence = 2 * minute;

/** How long one that died is shown. */
const shown = hour;

/** Max nodes that are shown. */
const most = 100;

export interface Nodes {
  /** The id of this one. */
  readonly id: string;
  beat(): Promise<void>;
  all(): Promise<(Omit<NodeRow, 'state'> & { state: NodeState })[]>;
}

export function nodesOf(service: Service, backups: () => readonly Problem[]): Nodes {
  const { db, maintain, clock, config, outbox, stopping, http } = service;
  const startedAt = clock.now();
  const self = { id: newId(startedAt), host: hostname(), version, startedAt };
  const stateNow = async (): Promise<NodeState> => ({
    clockOff: await clockOff(service),
    disk: await diskOf(config.dataDir),
    mails: outbox.counts,
    backups: backups(),
  });
  /** Those that died: with the embedded database there is no other; else those before on this machine, and those missed for long. */
  const isDead = ({ id, host, seenAt }: NodeRow, now: number): boolean =>
    id !== self.id &&
    (db.engine === 'sqlite' || seenAt < now - shown || (host === self.host && seenAt < now - silence));
  http.addHook('onClose', async () => {
    await maintain((tx) => tx.run(forget, { id: self.id })).catch(() => {});
  });
  return {
    id: self.id,
    async beat() {
      const state = JSON.stringify(await stateNow());
      if (stopping.aborted) return;
      const seenAt = clock.now();
      const known = await db.all(allNodes, { after: '', limit: most });
      await maintain(async (tx) => {
        for (const dead of known) if (isDead(dead, seenAt)) await tx.run(forget, { id: dead.id });
        await tx.run(note, { ...self, seenAt, state });
      });
    },
    async all() {
      const found = await db.all(allNodes, { after: '', limit: most });
      return found.map((row) => ({ ...row, state: JSON.parse(row.state) as NodeState }));
    },
  };
}

/** The time that asking takes is no difference of the clocks. */
async function clockOff({ db, clock }: Pick<Service, 'db' | 'clock'>): Promise<number | null> {
  const before = clock.machine();
  const elsewhere = (await db.first(databaseClock, {}))?.at ?? null;
  if (elsewhere === null) return null;
  const after = clock.machine();
  if (before > elsewhere) return before - elsewhere;
  return elsewhere > after ? after - elsewhere : 0;
}

export async function diskOf(folder: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
