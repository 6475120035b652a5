import { generateNKeysBetween } from 'fractional-indexing';
import { hashOf, newToken } from '../../server/src/access/tokens.ts';
import { columns, type Row, type Table } from './tables.ts';

/*
 * A made-up installation, the same for the same seed: 20 workspaces of 10 boards of 500 cards, three activities per
 * card, and in the first workspace a list of 10 000 cards and a card of 100 000 activities.
 */

export interface Size {
  workspaces: number;
  boards: number;
  lists: number;
  cards: number;
  activities: number;
  longList: number;
  longFeed: number;
}

export const wholeSize: Size = {
  workspaces: 20,
  boards: 10,
  lists: 5,
  cards: 100,
  activities: 3,
  longList: 10_000,
  longFeed: 100_000,
};

/** Enough to try the benchmark itself. */
export const smallSize: Size = {
  ...wholeSize,
  workspaces: 2,
  boards: 2,
  cards: 20,
  longList: 100,
  longFeed: 1000,
};

/** What the scenarios address. */
export interface Made {
  token: string;
  workspaces: string[];
  boards: string[];
  /** A sample of cards from all over. */
  cards: string[];
  /** Lists of `cards` cards. */
  lists: string[];
  /** Cards of the first list, and of the long one. */
  shortListCards: string[];
  longList: string;
  longListCards: string[];
  longFeedCard: string;
}

/** A small generator of even numbers below `n`; the same sequence for the same seed (mulberry32). */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const words =
  'alpha board card draft engine figure garden harbour island journal kernel ledger market note'.split(' ');

export function generate(size: Size, now: number): { rows: Record<Table, Row[]>; made: Made } {
  const next = random(7);
  const rows = Object.fromEntries(Object.keys(columns).map((table) => [table, []])) as unknown as Record<
    Table,
    Row[]
  >;
  let counter = 0;
  // Ids rise with time, as those of the service do.
  const id = () =>
    `mi${(counter++).toString(36).padStart(6, '0')}${next(36 ** 5)
      .toString(36)
      .padStart(8, '0')}`;
  const text = (length: number) => Array.from({ length }, () => words[next(words.length)]).join(' ');
  const start = now - 10_000_000_000_000;

  const users = Array.from({ length: 10 }, (_, i) => ({
    id: id(),
    email: `user${i}@example.com`,
    name: `User ${i}`,
  }));
  for (const user of users) rows.users.push({ ...user, created_at: start });
  const userId = users[0]?.id ?? '';
  const token = newToken('session');
  rows.sessions.push({
    id: id(),
    user_id: userId,
    token_hash: hashOf(token),
    created_at: now,
    last_used_at: now,
    expires_at: now + 10_000_000_000_000,
  });
  const made: Made = {
    token,
    workspaces: [],
    boards: [],
    cards: [],
    lists: [],
    shortListCards: [],
    longList: '',
    longListCards: [],
    longFeedCard: '',
  };

  for (let w = 0; w < size.workspaces; w++) {
    const workspace_id = id();
    const of = { workspace_id, created_at: start };
    made.workspaces.push(workspace_id);
    let number = 0;
    const role_id = id();
    rows.roles.push({ ...of, id: role_id, name: 'admin', level: 0, is_system: 1, permissions: 2 ** 24 - 1 });
    const members = users.map((user) => ({ id: id(), user }));
    for (const { id: member, user } of members) {
      rows.members.push({
        ...of,
        id: member,
        user_id: user.id,
        email: user.email,
        role_id,
        status: 'active',
      });
    }

    const addCard = (place: { board_id: string; list_id: string; position: string }, labels: string[]) => {
      const card_id = id();
      number++;
      rows.cards.push({
        ...of,
        ...place,
        id: card_id,
        number,
        title: text(5),
        description: next(2) ? text(40) : null,
        created_by: userId,
      });
      const label_id = labels[next(labels.length)] ?? '';
      rows.card_labels.push({ workspace_id, board_id: place.board_id, card_id, label_id });
      rows.card_members.push({ workspace_id, card_id, member_id: members[next(members.length)]?.id ?? '' });
      if (number % 3 === 0) {
        const checklist_id = id();
        rows.checklists.push({ ...of, id: checklist_id, card_id, name: text(2), position: 'a0' });
        for (let i = 0; i < 4; i++) {
          const item = { id: id(), checklist_id, title: text(4), completed: next(2), position: `a${i}` };
          rows.checklist_items.push({ ...of, ...item });
        }
      }
      addActivities(card_id, size.activities);
      return card_id;
    };

    const addActivities = (card_id: string, count: number) => {
      for (let i = 0; i < count; i++) {
        const created_at = start + number * 1_000_000 + i;
        const user_id = users[next(users.length)]?.id ?? '';
        const shared = { workspace_id, id: id(), card_id, user_id, created_at, group_started_at: created_at };
        if (i === 0) rows.activities.push({ ...shared, type: 'card.created', to_title: 'x' });
        else if (i % 2 === 1) {
          rows.activities.push({
            ...shared,
            type: 'card.updated.title',
            from_title: text(5),
            to_title: text(5),
          });
        } else {
          const comment_id = id();
          rows.comments.push({
            workspace_id,
            id: comment_id,
            card_id,
            comment: text(20),
            created_by: user_id,
            created_at,
          });
          rows.activities.push({ ...shared, type: 'card.updated.comment.added', comment_id });
        }
      }
    };

    for (let b = 0; b < size.boards; b++) {
      const board_id = id();
      made.boards.push(board_id);
      const board = { name: text(2), type: 'regular', visibility: 'private', created_by: userId };
      rows.boards.push({ ...of, ...board, id: board_id, slug: `board-${board_id}` });
      const labels = Array.from({ length: 6 }, () => id());
      for (const [i, label] of labels.entries()) {
        rows.labels.push({ ...of, id: label, board_id, name: `Label ${i}`, colour_code: '#0d9488' });
      }
      for (const [l, position] of generateNKeysBetween(null, null, size.lists).entries()) {
        const list_id = id();
        made.lists.push(list_id);
        rows.lists.push({ ...of, id: list_id, board_id, name: `List ${l}`, position });
        for (const place of generateNKeysBetween(null, null, size.cards)) {
          const card = addCard({ board_id, list_id, position: place }, labels);
          if (made.lists.length === 1) made.shortListCards.push(card);
          if (next(50) === 0) made.cards.push(card);
        }
      }
    }
    if (w === 0) addLong();
    rows.workspaces.push({
      id: workspace_id,
      name: `Workspace ${w}`,
      slug: `workspace-${w}`,
      plan: 'free',
      card_prefix: 'BEN',
      show_emails_to_members: 1,
      week_start_day: 1,
      card_counter: number,
      created_by: userId,
      created_at: start,
    });

    function addLong(): void {
      const board_id = id();
      const board = { name: 'Long', type: 'regular', visibility: 'private', created_by: userId };
      rows.boards.push({ ...of, ...board, id: board_id, slug: 'long' });
      const label = id();
      rows.labels.push({ ...of, id: label, board_id, name: 'Label', colour_code: '#0d9488' });
      made.longList = id();
      rows.lists.push({ ...of, id: made.longList, board_id, name: 'Long', position: 'a0' });
      for (const position of generateNKeysBetween(null, null, size.longList)) {
        made.longListCards.push(addCard({ board_id, list_id: made.longList, position }, [label]));
      }
      const [card = ''] = made.longListCards;
      made.longFeedCard = card;
      number += 1_000_000;
      addActivities(card, size.longFeed);
      number -= 1_000_000;
    }
  }
  return { rows, made };
}
