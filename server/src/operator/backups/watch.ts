import { sql } from 'kysely';
import { backupProblems } from '../../../../contract/operator-shapes.ts';
import { minute } from '../../base/clock.ts';
import type { BackupSettings } from '../../base/config/backups.ts';
import type { Reading } from '../../base/db/database.ts';
import { remember, remembered, rememberFirst } from '../../base/db/installation.ts';
import { query } from '../../base/db/query.ts';
import { languageFor, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { operatorsOf } from '../../users/flows/operate.ts';
import type { Nodes } from '../nodes.ts';
import { type Problem, problemsOfBackups } from '../problems.ts';
import { databaseState } from '../queries.ts';
import { type Attempt, stateOf } from './make.ts';
import { placeOf } from './places.ts';

/*
 * Looks after the backups: each node after their place as it sees it, which its heartbeat notes; and one of them tells the operators by
 * mail, once, when what is wrong has changed.
 */

/** A backup of the database takes what the database takes, and a bit more. */
const margin = 1.1;

const bytesOfFiles = query(
  'operator.bytesOfFiles',
  (_db, p: { after: string }) => sql<{ bytes: number }>`
  select cast(coalesce(sum(bytes), 0) as bigint) as bytes from workspace_sizes where workspace_id > ${p.after}`,
);

export interface BackupWatch {
  /** What is wrong with the place, as this node saw it last. */
  readonly seen: readonly Problem[];
  /** Looks at the place, if it was not looked at for a while. */
  look(): Promise<void>;
  /** Looks again, after an attempt of this node. */
  tried(attempt: Attempt): Promise<void>;
  /** Tells the operators, if what is wrong has changed. */
  tell(nodes: Nodes): Promise<void>;
}

type Needed = Pick<Service, 'config' | 'db' | 'maintain' | 'clock' | 'outbox' | 'publicUrl'>;

export function backupWatch(service: Needed, settings: BackupSettings): BackupWatch {
  const { config, db, clock } = service;
  const watch = { seen: [] as readonly Problem[] };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let rotation: string | null = null;
  const look = async () => {
    lookedAt = clock.elapsed();
    const { good } = await stateOf(service, settings);
    const place = placeOf(config);
    const needed = await bytesNeeded(db, place.hasFiles && good === undefined);
    const stay: Problem[] = rotation ? [{ code: 'backup-old-stay', isUrgent: true, detail: rotation }] : [];
    watch.seen = [...(await place.problems({ needed, good })), ...stay];
  };
  return Object.assign(watch, {
    async look() {
      if (clock.elapsed() - lookedAt >= 5 * minute) await look();
    },
    async tried(attempt: Attempt) {
      if (attempt.rotation !== undefined) rotation = attempt.rotation;
      await look();
    },
    async tell(nodes: Nodes) {
      const all = await nodes.all();
      const state = await stateOf(service, settings);
      const problems = problemsOfBackups({ ...state, now: clock.machine(), nodes: all });
      const codes = backupProblems.filter((each) => problems.some(({ code }) => code === each)).toSorted();
      if (!(await isNews(service, codes.join(' ')))) return;
      for (const { email, locale } of await operatorsOf(db)) {
        const reader = { to: email, language: languageFor(locale) };
        const link = `${service.publicUrl}/admin`;
        service.outbox.send(
          codes.length > 0
            ? mailOf(reader, 'backupsFail', link, { problems: codes })
            : mailOf(reader, 'backupsWork', link),
        );
      }
    },
  });
}

/** Files of attachments are linked to those of the backup before, if there is one. */
async function bytesNeeded(db: Reading, withFiles: boolean): Promise<number> {
  const database = (await db.first(databaseState, {}))?.bytes ?? 0;
  const files = withFiles ? ((await db.first(bytesOfFiles, { after: '' }))?.bytes ?? 0) : 0;
  return database * margin + files;
}

/** Whether this is another state than the one that was told last; of several nodes, only one gets to know. */
async function isNews({ db, maintain }: Needed, codes: string): Promise<boolean> {
  if (((await remembered(db, 'backups-told')) ?? '') === codes) return false;
  return maintain(async (tx) => {
    await rememberFirst(tx, 'backups-told', '');
    // Locks the row: whoever comes second finds what the first has stored.
    await remember(tx, 'backups-told-by', codes);
    if ((await remembered(tx, 'backups-told')) === codes) return false;
    await remember(tx, 'backups-told', codes);
    return true;
  });
}
