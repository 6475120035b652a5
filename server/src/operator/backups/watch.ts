import { sql } from 'kysely';
import { type BackupProblem, backupProblems } from '../../../../contract/operator-shapes.ts';
import { withoutTokens } from '../../base/access/tokens.ts';
import { minute } from '../../base/clock.ts';
import type { BackupSettings } from '../../base/config/backups.ts';
import type { Reading } from '../../base/db/database.ts';
import { remember, remembered, rememberFirst, rememberInstead } from '../../base/db/installation.ts';
import { query } from '../../base/db/query.ts';
import { unlessAborted } from '../../base/jobs/unless-aborted.ts';
import { languageFor, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { operatorsOf } from '../../users/flows/operate.ts';
import type { Nodes } from '../nodes.ts';
import { type Problem, problemsOfBackups } from '../problems.ts';
import { databaseState } from '../queries.ts';
import { stateOf } from './make.ts';
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
  /** Looks at the place, if it was not looked at for a while, or if there was an attempt. */
  look(after: 'a while' | 'an attempt'): Promise<void>;
  /** Tells the operators, if what is wrong has changed. */
  tell(nodes: Nodes): Promise<void>;
}

type Needed = Pick<
  Service,
  'config' | 'db' | 'maintain' | 'clock' | 'outbox' | 'publicUrl' | 'stopping' | 'http'
>;

export function backupWatch(service: Needed, settings: BackupSettings): BackupWatch {
  const { config, db, clock, stopping } = service;
  const watch = { seen: [] as readonly Problem[] };
  let lookedAt = Number.NEGATIVE_INFINITY;
  return Object.assign(watch, {
    async look(after: 'a while' | 'an attempt') {
      if (stopping.aborted || (after === 'a while' && clock.elapsed() - lookedAt < 5 * minute)) return;
      lookedAt = clock.elapsed();
      const { good } = await stateOf(service, settings);
      const place = placeOf(config);
      const needed = await bytesNeeded(db, place.hasFiles && good === undefined);
      watch.seen = await unlessAborted(stopping, place.problems({ needed, good }), 1000);
    },
    async tell(nodes: Nodes) {
      const all = await nodes.all();
      const state = await stateOf(service, settings);
      const problems = problemsOfBackups({ ...state, now: clock.machine(), nodes: all });
      const codes = backupProblems.filter((each) => problems.some(({ code }) => code === each)).toSorted();
      const news = codes.join(' ');
      if ((await isTold(db, news)) || !(await takesTurn(service, news))) return;
      if (!(await isAccepted(service, codes))) return;
      await service.maintain(async (tx) => {
        await remember(tx, 'backups-told', news);
        await remember(tx, 'backups-told-by', '0');
      });
    },
  });
}

/** Mails the operators; returns whether a mail was accepted. */
async function isAccepted(
  { db, outbox, publicUrl, http }: Needed,
  problems: BackupProblem[],
): Promise<boolean> {
  const link = `${publicUrl}/admin`;
  let accepted = false;
  for (const { email, locale } of await operatorsOf(db)) {
    const reader = { to: email, language: languageFor(locale) };
    try {
      await outbox.attempt(
        problems.length > 0
          ? mailOf(reader, 'backupsFail', link, { problems })
          : mailOf(reader, 'backupsWork', link),
      );
      accepted = true;
    } catch (error) {
      http.log.error({ reason: withoutTokens(String(error)) }, 'an operator was not told of the backups');
    }
  }
  return accepted;
}

/** Files of attachments are linked to those of the backup before, if there is one. */
async function bytesNeeded(db: Reading, withFiles: boolean): Promise<number> {
  const database = (await db.first(databaseState, {}))?.bytes ?? 0;
  const files = withFiles ? ((await db.first(bytesOfFiles, { after: '' }))?.bytes ?? 0) : 0;
  return database * margin + files;
}

/** Until another node may try to tell, or this one again; microseconds. */
const turn = 5 * minute;

const isTold = async (db: Reading, news: string): Promise<boolean> =>
  ((await remembered(db, 'backups-told')) ?? '') === news;

/** Whether it is this node that tells. */
async function takesTurn({ db, maintain, clock }: Needed, news: string): Promise<boolean> {
  const now = clock.now();
  const until = (await remembered(db, 'backups-told-by')) ?? '';
  // A later end is of a clock that was wrong, and what is no number of an older version.
  if (Number(until) > now && Number(until) <= now + turn) return false;
  return maintain(async (tx) => {
    await rememberFirst(tx, 'backups-told-by', until);
    if (!(await rememberInstead(tx, 'backups-told-by', until, String(now + turn)))) return false;
    // Another node may have told meanwhile.
    return !(await isTold(tx, news));
  });
}
