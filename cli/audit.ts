import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { securityEventTypes } from '../contract/security-log.ts';
import { afterAllTime, beforeAllTime, isoMillis, microsOf } from '../server/src/base/clock.ts';
import { csvRow } from '../server/src/base/csv.ts';
import type { Reading } from '../server/src/base/db/database.ts';
import { type AccountEvent, eventsBetween } from '../server/src/users/all-events.ts';
import { Misuse, readArguments } from './arguments.ts';
import { namedConfig, openExisting } from './database.ts';

const options = {
  from: { type: 'string' },
  until: { type: 'string' },
  type: { type: 'string' },
  format: { type: 'string', default: 'jsonl' },
} as const;

/** `audit`: the security events of all accounts, written as fast as they are read. */
export async function writeAudit(args: string[]): Promise<void> {
  const { from, until, type, format } = readArguments(args, [], options).options;
  if (format !== 'jsonl' && format !== 'csv') throw new Misuse('--format is jsonl or csv');
  if (type !== undefined && !isKnown(type)) throw new Misuse(`there are no events "${type}"`);
  const times = [timeOf('from', from, beforeAllTime), timeOf('until', until, afterAllTime)] as const;
  const db = await openExisting(namedConfig());
  try {
    await pipeline(Readable.from(linesOf(db, times, { type, format })), process.stdout, { end: false });
  } finally {
    await db.close();
  }
}

/** An event such as `signIn.failed`, or the part before the dot for all of its kind. */
const isKnown = (type: string): boolean => securityEventTypes.some((each) => isOf(type, each));

const isOf = (type: string, event: string): boolean => event === type || event.startsWith(`${type}.`);

function timeOf(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const at = microsOf(given);
  if (Number.isNaN(at))
    throw new Misuse(`--${name} must be a time such as 2026-11-27 or 2026-11-27T09:00:00Z`);
  return at;
}

const columns = [
  'publicId',
  'createdAt',
  'type',
  'userId',
  'userEmail',
  'userName',
  'address',
  'userAgent',
  'detail',
];

async function* linesOf(
  db: Reading,
  [from, until]: readonly [number, number],
  { type, format }: { type: string | undefined; format: 'jsonl' | 'csv' },
): AsyncGenerator<string> {
  if (format === 'csv') yield csvRow(columns);
  for await (const event of eventsBetween(db, from, until)) {
    if (type === undefined || isOf(type, event.type)) yield format === 'csv' ? rowOf(event) : lineOf(event);
  }
}

const lineOf = ({ id, at, type, userId, email, name, network, userAgent, detail }: AccountEvent): string =>
  `${JSON.stringify({
    publicId: id,
    type,
    createdAt: isoMillis(at),
    user: { id: userId, email, name },
    address: network,
    userAgent,
    detail,
  })}\n`;

const rowOf = ({ id, at, type, userId, email, name, network, userAgent, detail }: AccountEvent): string =>
  csvRow([id, isoMillis(at), type, userId, email, name ?? '', network ?? '', userAgent ?? '', detail ?? '']);
