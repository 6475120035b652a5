import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/*
 * Which test files run on which engine. All of them run on the embedded database. A file also runs on PostgreSQL unless it is
 * listed here, so a new one runs on both; `npm test -- --both` runs all of them on both.
 */

/** What does not depend on the engine. `engines.test.ts` checks that these files do not ask for one. */
export const onOneEngine = [
  '{contract,tools}/**',
  // The pages talk to the API, whose tests run on both. `agreement` compares what pages and service make of the same requests.
  'web/!(tests)/**',
  'web/tests/!(agreement).test.ts',
  'web/tests/browsers/*',
  'cli/{copy-files,copy,crash,crash-copy,crash-exports,crash-keys,demo,main,mcp,refused-starts,settings}.test.ts',
  'server/src/{docs,mcp}/**',
  // The pages of public boards have statements of their own.
  'server/src/pages/*',
  'server/src/pages/public-board/picture.test.ts',
  'server/src/attachments/{download,headers,object-store,previews}.test.ts',
  // What operations take and record, which `access.test.ts` calls on both; tags on both: `boards/etag.test.ts`, `cards/etag.test.ts`.
  'server/src/audit/every-operation.test.ts',
  'server/src/base/access/mass-assignment.test.ts',
  'server/src/boards/etag-every-operation.test.ts',
  'server/src/base/{clock,days,email-address,ids,recurrence,texts}.test.ts',
  'server/src/base/access/{concurrency,rate-limit,secrets,session-cookie,tokens}.test.ts',
  'server/src/base/backup/releases.test.ts',
  'server/src/base/{config,mail,outgoing,pictures,processes,storage}/**',
  'server/src/base/http/{admission,body-size,busy,compress,connections,credentials,door,errors,issue-codes,issues,limits,listeners,path-aliases,reply-headers,requests,rounds,turns,unread}.test.ts',
  'server/src/base/jobs/at-most.test.ts',
  // Readers of formats. What is imported is stored in the same way from all of them: `imports.test.ts`, `into-board.test.ts`.
  'server/src/imports/{csv,reading}/**',
  'server/src/imports/{boardtool-failures,boardtool-json,boardtool-rest,codehost-failures,codehost-items,csv,full-disk,hostile-files,kanboard,limits,planka,room,slow-files,vikunja,wekan}.test.ts',
  'server/src/exports/room.test.ts',
  'server/src/integrations/*/**',
  'server/src/health/security-txt.test.ts',
  'server/src/invites/mail-fails.test.ts',
  // What is in mails; that none is written twice: `cli/crash-mails.test.ts`.
  'server/src/mailboxes/answers.test.ts',
  'server/src/push/encrypt.test.ts',
  'server/src/realtime/{heavy,slow}.test.ts',
  'server/src/testing/fuzz/judge.test.ts',
  'server/src/users/{attempts,secrecy}.test.ts',
  'server/src/users/openid/{redirect-uri,unavailable}.test.ts',
  'server/src/webhooks/channels/messages.test.ts',
  'server/src/webhooks/{receivers,schedule,send,signatures}.test.ts',
];

/** Seconds of processor that a file takes, by what its path begins with: the first that fits. Only the order follows from them. */
const seconds: readonly (readonly [start: string, seconds: number])[] = [
  ['web/tests/accessible', 96],
  ['server/src/operator/backups.test', 90],
  ['server/src/testing/fuzz/fuzz', 70],
  ['server/src/boards/etag-every-operation', 65],
  ['server/src/base/access/access.test', 60],
  ['server/src/base/access/mass-assignment', 60],
  ['web/tests/calendar', 45],
  ['cli/crash-imports', 40],
  ['server/src/base/http/idempotency', 35],
  ['tools/release', 50],
  ['tools/dockerfile', 35],
  ['tools/self-hosting', 35],
  ['server/src/testing/model', 20],
  ['cli/crash', 20],
  ['tools', 10],
  ['cli', 8],
  ['web/tests', 8],
  ['server/src/imports', 5],
  ['server', 2],
  ['', 0.1],
];

/**
 * Puts what takes longest first, so that none of it runs alone in the end, and alternates what waits for a browser with what
 * computes, so that the processors are neither idle nor crowded.
 */
export function inOrder<E extends { files: readonly string[] }>(entries: readonly E[]): E[] {
  const ranked = entries.toSorted((a, b) => secondsOf(b.files) - secondsOf(a.files));
  const [pages = [], rest = []] = [true, false].map((isOfPages) =>
    ranked.filter(({ files: [first = ''] }) => first.startsWith('web/tests/') === isOfPages),
  );
  return [...rest.flatMap((entry, n) => [entry, ...pages.slice(n, n + 1)]), ...pages.slice(rest.length)];
}

const secondsOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (seconds.find(([start]) => file.startsWith(start))?.[1] ?? 0), 0);

/** What starts both engines itself: once is enough, also for `--both`. */
export const ofBothAtOnce = ['cli/copy.test.ts'];

const root = join(import.meta.dirname, '..');

/** The paths of all test files, from the root. */
export const allTests = (): string[] =>
  // Installed packages have tests of their own.
  globSync('{contract,server,cli,tools,web}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).sort();

/** Whether what a file tests may depend on the engine. */
export const dependsOnEngine = (file: string): boolean =>
  !onOneEngine.some((pattern) => matchesGlob(file, pattern));
