import { createHash } from 'node:crypto';
import type { Engine, Run, Source } from './database.ts';
import { isTable, usedBy } from './installation.ts';
import { initial } from './migrations/0001-initial.ts';
import { cardBlocks } from './migrations/0002-card-blocks.ts';
import { search } from './migrations/0003-search.ts';
import { versions } from './migrations/0004-versions.ts';
import { accounts } from './migrations/0005-accounts.ts';
import { order } from './migrations/0006-order.ts';
import { searchDeletions } from './migrations/0007-search-deletions.ts';
import { installation } from './migrations/0008-installation.ts';
import { webhookEvents } from './migrations/0009-webhook-events.ts';
import { oldSlugs } from './migrations/0010-old-slugs.ts';
import { heldBoards } from './migrations/0011-held-boards.ts';
import { changePositions } from './migrations/0012-change-positions.ts';
import { boardAccess } from './migrations/0013-board-access.ts';
import { webhookQueue } from './migrations/0014-webhook-queue.ts';
import { keptPositions } from './migrations/0015-kept-positions.ts';
import { claimedIds } from './migrations/0016-claimed-ids.ts';
import { activityKeys } from './migrations/0018-activity-keys.ts';
import { presences } from './migrations/0019-presences.ts';
import { changeKeys } from './migrations/0020-change-keys.ts';
import { imports } from './migrations/0022-imports.ts';
import { calendars } from './migrations/0023-calendars.ts';
import { exports } from './migrations/0026-exports.ts';
import { merges } from './migrations/0027-merges.ts';
import { previews } from './migrations/0028-previews.ts';
import { touchedCards } from './migrations/0029-touched-cards.ts';
import { archivedLists } from './migrations/0030-archived-lists.ts';
import { clustered } from './migrations/0031-clustered.ts';
import { boardSharing } from './migrations/0032-board-sharing.ts';
import { deathsOfWork } from './migrations/0033-deaths-of-work.ts';
import { lookUpIndexes } from './migrations/0034-look-up-indexes.ts';
import { leasedKeys } from './migrations/0035-leased-keys.ts';
import { deathsOfMerges } from './migrations/0036-deaths-of-merges.ts';
import { attempts } from './migrations/0037-attempts.ts';
import { changesOfFields } from './migrations/0038-changes-of-fields.ts';
import { startDates } from './migrations/0039-start-dates.ts';
import { deletedAttachments } from './migrations/0040-deleted-attachments.ts';
import { indexedBoards } from './migrations/0041-indexed-boards.ts';
import { shownInvitations } from './migrations/0042-shown-invitations.ts';
import { completedCards } from './migrations/0043-completed-cards.ts';
import { errorIssues } from './migrations/0045-error-issues.ts';
import { notifications } from './migrations/0046-notifications.ts';
import { timeZones } from './migrations/0047-time-zones.ts';
import { completingLists } from './migrations/0048-completing-lists.ts';
import { itemWork } from './migrations/0049-item-work.ts';
import { newsOfMore } from './migrations/0050-news-of-more.ts';
import { notificationSettings } from './migrations/0051-notification-settings.ts';
import { push } from './migrations/0052-push.ts';
import { channels } from './migrations/0053-channels.ts';
import { notificationMails } from './migrations/0054-notification-mails.ts';
import { recurringCards } from './migrations/0055-recurring-cards.ts';
import { answersAndReactions } from './migrations/0057-answers-and-reactions.ts';
import { notificationBatches } from './migrations/0058-notification-batches.ts';
import { alarms } from './migrations/0059-alarms.ts';
import { mailboxes } from './migrations/0060-mailboxes.ts';
import { keysForBoards } from './migrations/0061-keys-for-boards.ts';
import { feeds } from './migrations/0062-feeds.ts';
import { summaries } from './migrations/0066-summaries.ts';
import { fields } from './migrations/0067-fields.ts';
import { cardRelations } from './migrations/0068-card-relations.ts';
import { views } from './migrations/0069-views.ts';
import { listLimits } from './migrations/0070-list-limits.ts';
import { webhooksOfBoards } from './migrations/0072-webhooks-of-boards.ts';
import { earlierZones } from './migrations/0073-earlier-zones.ts';
import { covers } from './migrations/0075-covers.ts';
import { rules } from './migrations/0076-rules.ts';
import { cardTemplates } from './migrations/0077-card-templates.ts';
import { importedRelations } from './migrations/0079-imported-relations.ts';
import { boardBackgrounds } from './migrations/0080-board-backgrounds.ts';
import type { Migration } from './migrations/migration.ts';
import { forEngine, statementsOf } from './migrations/statements.ts';
import type { EngineName } from './query.ts';

/** Append only: never change a migration that has landed, because databases exist that have run it. */
const migrations: readonly Migration[] = [
  initial,
  cardBlocks,
  search,
  versions,
  accounts,
  order,
  searchDeletions,
  installation,
  webhookEvents,
  oldSlugs,
  heldBoards,
  changePositions,
  boardAccess,
  webhookQueue,
  keptPositions,
  claimedIds,
  activityKeys,
  presences,
  changeKeys,
  imports,
  calendars,
  exports,
  merges,
  previews,
  touchedCards,
  archivedLists,
  clustered,
  boardSharing,
  deathsOfWork,
  lookUpIndexes,
  leasedKeys,
  deathsOfMerges,
  attempts,
  changesOfFields,
  startDates,
  deletedAttachments,
  indexedBoards,
  shownInvitations,
  completedCards,
  errorIssues,
  notifications,
  timeZones,
  completingLists,
  itemWork,
  newsOfMore,
  notificationSettings,
  push,
  channels,
  notificationMails,
  recurringCards,
  answersAndReactions,
  notificationBatches,
  alarms,
  mailboxes,
  keysForBoards,
  feeds,
  summaries,
  fields,
  cardRelations,
  views,
  listLimits,
  webhooksOfBoards,
  earlierZones,
  covers,
  rules,
  cardTemplates,
  importedRelations,
  boardBackgrounds,
];

/** Why this version cannot use a database. The message is the single line shown to the operator. */
export class Unusable extends Error {}

/** Checks a database's content during a migration; returns the check to run afterwards. */
export type Guard = (run: Run, upgrade: Upgrade) => Promise<() => Promise<void>>;

export interface Upgrade {
  readonly engine: EngineName;
  /** The migrations already applied. */
  readonly had: readonly string[];
  /** The pending migrations, in order. */
  readonly lacking: readonly Migration[];
}

/**
 * Migrates the schema to this version and returns the names of the applied migrations. All run in one transaction, so a
 * database is unchanged if one fails. Any number of processes may call this at once: one migrates, the others wait. For a
 * database that is not new, `guard` runs its checks. Throws `Unusable` for a database that newer code has migrated, that
 * holds an unfinished copy, or that cannot be migrated.
 */
export async function migrate(
  db: Engine,
  all: readonly Migration[] = migrations,
  guard?: Guard,
): Promise<string[]> {
  const applied: string[] = [];
  await db.alone(async (run) => {
    const had = await present(run, db.engine);
    const lacking = await lackingOf(all, run, db.engine);
    if (lacking.length === 0) return;
    const isNew = had.size === 0;
    const upgrade = { engine: db.engine, had: [...had.keys()], lacking };
    await makeTable(run, db.engine);
    const check = isNew ? undefined : await guard?.(run, upgrade);
    for (const migration of lacking) {
      await apply(run, migration, db.engine);
      applied.push(migration.name);
    }
    await check?.();
  });
  return applied;
}

/** Creates, in an empty database, the schema as it is after these migrations. */
export async function install(run: Run, engine: EngineName, had: readonly string[]): Promise<void> {
  await makeTable(run, engine);
  for (const migration of migrationsNamed(had)) await apply(run, migration, engine);
}

async function makeTable(run: Run, engine: EngineName): Promise<void> {
  const table = `create table if not exists migrations (name $key primary key, checksum text not null,
    applied_at $integer not null)`;
  await run(forEngine(table, engine));
}

async function apply(run: Run, migration: Migration, engine: EngineName): Promise<void> {
  try {
    for (const statement of statementsOf(migration, engine)) await run(statement);
    await run(
      `insert into migrations (name, checksum, applied_at)
        values ('${migration.name}', '${checksumOf(migration, engine)}', ${Date.now() * 1000})`,
    );
  } catch (error) {
    throw isOurs(error)
      ? notUpgraded(`${migration.name}: ${String((error as Error).message)}`, error)
      : error;
  }
}

/** An error caused by the statement, not by losing the connection or a race with another transaction. */
const isOurs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code !== '40P01';

/** The database could not be migrated to this version, and is unchanged. */
export const notUpgraded = (why: string, cause?: unknown): Unusable =>
  new Unusable(
    `the database cannot be updated to this version (${why}): it is unchanged, go on with the previous version`,
    {
      cause,
    },
  );

/** The pending migrations of a database, which is not changed. Throws `Unusable` like `migrate`. */
export async function lackingMigrations(db: Engine): Promise<string[]> {
  let lacking: readonly Migration[] = [];
  await db.alone(async (run) => {
    lacking = await lackingOf(migrations, run, db.engine);
  });
  return lacking.map(({ name }) => name);
}

/** The migrations already applied to a database, by name, with their checksums. */
export async function hadMigrations(db: Source): Promise<Present> {
  let had: Present = new Map();
  await db.alone(async (run) => {
    had = await present(run, db.engine);
  });
  return had;
}

/** Our migrations with these names. */
export const migrationsNamed = (names: Iterable<string>): Migration[] => {
  const wanted = new Set(names);
  return migrations.filter(({ name }) => wanted.has(name));
};

/** The statements that create the whole schema, or the schema as it is after only these migrations. */
export const schemaStatements = (engine: EngineName, had?: Iterable<string>): string[] =>
  (had ? migrationsNamed(had) : migrations).flatMap((migration) => statementsOf(migration, engine));

type Present = ReadonlyMap<string, string>;

async function present(run: Run, engine: EngineName): Promise<Present> {
  if (!(await isTable(run, engine, 'migrations'))) return new Map();
  const rows = await run('select name, checksum from migrations order by name');
  return new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)]));
}

/** The pending migrations, in order. */
async function lackingOf(all: readonly Migration[], run: Run, engine: EngineName): Promise<Migration[]> {
  const had = await present(run, engine);
  if (had.has(unfinishedCopy)) {
    throw new Unusable('a copy into the database was not finished: run the same `taskboard` command again');
  }
  const unknown = [...had.keys()].filter((name) => !all.some((migration) => migration.name === name));
  if (unknown.length > 0) throw await newer(run, engine, unknown.join(', '));
  const changed = all.find(
    (migration) => had.has(migration.name) && had.get(migration.name) !== checksumOf(migration, engine),
  );
  if (changed) {
    throw new Unusable(
      `the database has had a migration ${changed.name} that is not the one of this version: it was made by a version between two releases, and only that version can read it`,
    );
  }
  return all.filter(({ name }) => !had.has(name));
}

async function newer(run: Run, engine: EngineName, names: string): Promise<Unusable> {
  const version = await usedBy(run, engine);
  const by = version === undefined ? 'the version that made it' : `version ${version}`;
  return new Unusable(
    `the database is newer than this version of the service: it has had the migration ${names}; use ${by} or a later one, or go back with its \`taskboard rollback\``,
  );
}

/**
 * Recorded among the migrations while a copy is being made into a database, so that nobody takes an unfinished copy for a
 * whole one, and a repeated copy knows that the existing rows are its own.
 */
export const unfinishedCopy = 'unfinished-copy';

const checksumOf = (migration: Migration, engine: EngineName): string =>
  createHash('sha256').update(statementsOf(migration, engine).join(';')).digest('hex');
