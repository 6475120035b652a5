import type { ProblemCode } from '../../../contract/operator-shapes.ts';
import { hour, second } from '../base/clock.ts';
import type { BackupRow } from './backups/rows.ts';
import type { Moments } from './backups/schedule.ts';
import { type Disk, type NodeRow, type NodeState, silence } from './nodes.ts';
import type { QueueRow } from './queues.ts';

/* What is wrong with an installation, judged from what the nodes have noted. */

export interface Problem {
  code: ProblemCode;
  /** Whether something does not work, or will soon not. */
  isUrgent: boolean;
  /** What it is about, such as the name of a machine. */
  detail: string | null;
}

interface Known {
  now: number;
  nodes: (Omit<NodeRow, 'state'> & { state: NodeState })[];
  mailIsOff: boolean;
  failingWebhooks: number;
  queues: readonly QueueRow[];
}

const gigabyte = 1024 ** 3;

/** Clocks that are further apart than this are told. */
const clocksApart = 2 * second;

/** Work that could have begun this long ago is told. */
const waits = hour;

export function problemsOf({ now, nodes, mailIsOff, failingWebhooks, queues }: Known): Problem[] {
  const isSilent = ({ seenAt }: { seenAt: number }) => seenAt < now - silence;
  const awake = nodes.filter((node) => !isSilent(node));
  const problems: Problem[] = [];
  const add = (code: ProblemCode, isUrgent: boolean, detail: string | null = null) =>
    problems.push({ code, isUrgent, detail });
  for (const { host } of nodes.filter(isSilent)) add('node-silent', true, host);
  for (const { host, state } of awake) {
    const { disk, mails, clockOff } = state;
    if (disk && isFullSoon(disk)) add('disk-full-soon', isAlmostFull(disk), host);
    if (mails.lastFailedAt !== null) add('mail-fails', true, `${host}: ${mails.lastError ?? ''}`);
    if (clockOff !== null && Math.abs(clockOff) > clocksApart) add('clock-off', true, host);
  }
  const versions = new Set(awake.map(({ version }) => version));
  if (versions.size > 1) add('versions-differ', false, [...versions].sort().join(', '));
  if (mailIsOff) add('mail-off', false);
  if (failingWebhooks > 0) add('webhooks-fail', false, String(failingWebhooks));
  for (const { kind, waiting, oldestAt } of queues) {
    if (waiting > 0 && oldestAt !== null && oldestAt < now - waits) add('work-waits', false, kind);
  }
  return problems;
}

const isFullSoon = ({ free, total }: Disk): boolean => free < total / 10 && free < 10 * gigabyte;

const isAlmostFull = ({ free, total }: Disk): boolean => free < total / 50 || free < gigabyte / 4;

export const mostUrgentFirst = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent));

interface KnownBackups {
  now: number;
  moments: Moments;
  /** The last good one. */
  good: BackupRow | undefined;
  /** The newest, whatever became of them. */
  newest: readonly BackupRow[];
  /** Why old ones could not be removed; empty if they could. */
  stay: string;
  nodes: Known['nodes'];
}

/** What is wrong with the backups: in the rows of them, and as the nodes see their folder. */
export function problemsOfBackups({
  now,
  moments: { period },
  good,
  newest,
  stay,
  nodes,
}: KnownBackups): Problem[] {
  const problems: Problem[] = [];
  const [last] = newest;
  if (last?.state === 'failed' && last.due > (good?.due ?? 0)) {
    problems.push({ code: 'backup-failed', isUrgent: true, detail: last.reason });
  }
  // An hour more, since days on which clocks are changed are longer.
  // The first may never end, without failing.
  const since = good ?? newest.at(-1);
  if (since && now - since.due > 2 * period + hour)
    problems.push({ code: 'backup-old', isUrgent: true, detail: good?.name ?? null });
  if (good?.reason) problems.push({ code: 'backup-incomplete', isUrgent: true, detail: good.reason });
  if (stay !== '') problems.push({ code: 'backup-old-stay', isUrgent: true, detail: stay });
  const seen = new Map<string, Problem>();
  for (const { seenAt, state } of nodes) {
    if (seenAt < now - silence) continue;
    for (const problem of state.backups ?? []) seen.set(`${problem.code} ${problem.detail}`, problem);
  }
  return [...problems, ...seen.values()];
}
