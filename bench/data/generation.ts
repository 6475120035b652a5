import { hashOf, newToken } from '../../server/src/base/access/tokens.ts';
import { columns, type Row, type Table } from './tables.ts';

export interface Size {
  workspaces: number;
  boards: number;
  lists: number;
  cards: number;
  activities: number;
  longList: number;
  middleList: number;
  longFeed: number;
  /** Cards of each of the boards with fields, if there are any. */
  fielded?: number;
}

/** The objects that the scenarios address. */
export interface Made {
  token: string;
  workspaces: string[];
  boards: string[];
  /** A sample of all cards. */
  cards: string[];
  /** Lists of `cards` cards. */
  lists: string[];
  /** Cards of the first list, and of the long one, which is the only list of its board. */
  shortListCards: string[];
  longBoard: string;
  longList: string;
  longListCards: string[];
  /** A board with a single, shorter list. */
  middleBoard: string;
  longFeedCard: string;
  /** Cards, each with a member of its workspace. */
  assignable: { card: string; member: string }[];
  watched: Watched;
  /** Boards with 0 and 20 fields. */
  fielded: FieldedBoard[];
  /** The other users, who sign in with `password`: a sign-in revokes the oldest session of an account that has too many. */
  emails: string[];
  password: string;
}

export interface Person {
  id: string;
  email: string;
  name: string;
}

/** Somebody who watches, with the token of a session. */
export interface Watcher extends Person {
  token: string;
}

export interface WatchedBoard {
  id: string;
  lists: [string, string];
  /** All in the first list; nobody is on them. */
  cards: string[];
  watchers: number;
}

export interface Watched {
  workspace: string;
  boards: WatchedBoard[];
  people: Watcher[];
  /** Rows of `watches`, a table that older versions do not have. */
  watches: Row[];
}

export interface FieldedBoard {
  id: string;
  lists: string[];
  cards: string[];
  /** Rows of `fields`, and what its cards have of columns that older versions lack, for `bench.values`. */
  fields: Row[];
  values: Row[];
}

/** The state of the generation: the rows so far, and generators of random ids, texts and numbers. */
export interface Generation {
  size: Size;
  rows: Record<Table, Row[]>;
  made: Made;
  /** Creation time of the oldest objects; microseconds. */
  start: number;
  people: Person[];
  /** The creator of everything. */
  userId: string;
  next: (n: number) => number;
  id: () => string;
  text: (words: number) => string;
}

/** A small generator of uniformly distributed numbers below `n`, reproducible by its seed (mulberry32). */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** Hashed in advance as the service does it, because hashing is slow on purpose. */
const password = 'the password of the benchmark';
const password_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$BZV66dMk2fws5nSF9p8KEg$WMdB4nCGwt5m+BweUv7Sy5LgGQom1FwjK4a0waa2Rc4';

const words =
  'alpha board card draft engine figure garden harbour island journal kernel ledger market note'.split(' ');

/** Starts with the users; the first one is signed in. */
export function begin(size: Size, now: number): Generation {
  const next = random(7);
  const rows = Object.fromEntries(Object.keys(columns).map((table) => [table, [] as Row[]])) as Record<
    Table,
    Row[]
  >;
  const id = risingIds(next);
  const start = now - 10_000_000_000_000;
  const people = Array.from({ length: 10 }, (_, i) => ({
    id: id(),
    email: `user${i}@example.com`,
    name: `User ${i}`,
  }));
  for (const user of people) {
    rows.users.push({ ...user, password_hash, email_verified_at: start, created_at: start });
  }
  const userId = people[0]?.id ?? '';
  const token = newToken('session');
  rows.sessions.push({
    id: id(),
    user_id: userId,
    token_hash: hashOf(token),
    created_at: now,
    last_used_at: now,
    expires_at: now + 10_000_000_000_000,
  });
  const text = (length: number) => Array.from({ length }, () => words[next(words.length)]).join(' ');
  return { size, rows, made: nothingMade(token, people), start, people, userId, next, id, text };
}

/** Ids increase with time, as those of the service do. */
function risingIds(next: (n: number) => number): () => string {
  let counter = 0;
  const digits = (n: number, length: number) => n.toString(36).padStart(length, '0');
  return () => `mi${digits(counter++, 6)}${digits(next(36 ** 5), 8)}`;
}

const nothingMade = (token: string, people: Person[]): Made => ({
  token,
  workspaces: [],
  boards: [],
  cards: [],
  lists: [],
  shortListCards: [],
  longBoard: '',
  longList: '',
  longListCards: [],
  middleBoard: '',
  longFeedCard: '',
  assignable: [],
  watched: { workspace: '', boards: [], people: [], watches: [] },
  fielded: [],
  emails: people.slice(1).map(({ email }) => email),
  password,
});
