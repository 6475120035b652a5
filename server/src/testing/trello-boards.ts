import type { GivenBoard } from './trello-board.ts';

/* Boards for the fake Trello. */

/** A Trello id, created `seconds` after the beginning of 2024. */
export const trelloId = (n: number, seconds = n): string =>
  (Date.UTC(2024, 0, 1) / 1000 + seconds).toString(16) + n.toString(16).padStart(16, '0');

/** The creation time of such an id. */
export const madeAt = (seconds: number): string =>
  new Date(Date.UTC(2024, 0, 1) + seconds * 1000).toISOString();

const boards = { made: 0 };

export const ann = { id: trelloId(1), username: 'ann.b', fullName: 'Ann Baker' };
export const bob = { id: trelloId(2), username: 'bob', fullName: 'Bob Cook' };
const people = [ann, bob];

interface Size {
  cards: number;
  /** Distributed over the first three cards in turn. */
  comments?: number;
}

/** A board with a bit of everything, in export format except for comments beyond a thousand. */
export function trelloBoard(name: string, { cards, comments = 0 }: Size): GivenBoard {
  const base = ++boards.made * 1_000_000;
  const id = (n: number) => trelloId(base + n, n);
  const lists = [
    { id: id(1), name: 'Doing', closed: false, pos: 2 },
    { id: id(2), name: 'To do', closed: false, pos: 1 },
    { id: id(3), name: 'Attic', closed: true, pos: 3 },
  ];
  const labels = [
    { id: id(4), name: 'Urgent', color: 'red' },
    { id: id(5), name: '', color: 'sky_light' },
  ];
  const commentsOn = (n: number) => Math.max(0, Math.ceil((comments - n) / 3));
  const allCards = Array.from({ length: cards }, (_, n) => ({
    id: id(100 + n),
    name: `Card ${n}`,
    desc: n % 2 ? `What to do about ${n}` : '',
    // In reverse order of creation, distributed over the lists in turn.
    idList: id(1 + (n % 3)),
    pos: cards - n,
    closed: n % 5 === 4,
    due: n % 4 ? null : madeAt(n * 3600),
    dueComplete: n % 8 === 0,
    idShort: n + 1,
    shortLink: `abcd${n.toString(36).padStart(4, '0')}`,
    idLabels: n % 2 ? [id(4)] : [id(4), id(5)],
    labels: n % 2 ? labels.slice(0, 1) : labels,
    idMembers: [people[n % 2]?.id],
    badges: { comments: n < 3 ? commentsOn(n) : 0 },
    attachments: n % 7 ? [] : [linkOn(id(200_000 + n))],
    customFieldItems: n === 1 ? [{ id: id(6) }] : [],
  }));
  const checklists = allCards.slice(0, 20).map((card, n) => ({
    id: id(300_000 + n),
    idCard: card.id,
    name: `Steps of ${n}`,
    pos: n,
    checkItems: [
      { id: id(301_000 + n), name: 'last', pos: 2, state: 'incomplete' },
      { id: id(302_000 + n), name: 'first', pos: 1, state: 'complete' },
    ],
  }));
  const made = allCards.map(({ id: card }, n) =>
    action(id(400_000 + n), 'createCard', n, { card: { id: card } }),
  );
  const archived = allCards
    .filter(({ closed }) => closed)
    .map(({ id: card }, n) =>
      action(id(450_000 + n), 'updateCard', 450_000 + n, {
        card: { id: card, closed: true },
        old: { closed: false },
      }),
    );
  const completed = allCards
    .filter(({ dueComplete }) => dueComplete)
    .map(({ id: card }, n) =>
      action(id(470_000 + n), 'updateCard', 470_000 + n, {
        card: { id: card, dueComplete: true },
        old: { dueComplete: false },
      }),
    );
  const said = Array.from({ length: comments }, (_, n) =>
    action(id(500_000 + n), 'commentCard', 500_000 + n, {
      card: { id: id(100 + (n % 3)) },
      text: `Comment ${n}`,
    }),
  );
  return {
    id: id(0),
    name,
    shortLink: `brd${boards.made.toString(36).padStart(5, '0')}`,
    closed: false,
    desc: 'What this board is for',
    lists,
    labels,
    members: people,
    customFields: [{ id: id(6), name: 'Cost' }],
    cards: allCards,
    checklists,
    actions: [
      ...said.toReversed(),
      action(id(490_000), 'updateList', 490_000, {
        list: { id: lists[2]?.id, closed: true },
        old: { closed: false },
      }),
      ...completed.toReversed(),
      ...archived.toReversed(),
      ...made.toReversed(),
    ],
  };
}

const action = (id: string, type: string, n: number, data: object) => ({
  id,
  type,
  date: madeAt(n),
  idMemberCreator: people[n % 2]?.id,
  memberCreator: people[n % 2],
  data,
});

const linkOn = (id: string) => ({
  id,
  name: 'Plans',
  url: 'https://example.com/plans',
  isUpload: false,
  idMember: bob.id,
  date: madeAt(86_400),
});

/** A file that was uploaded to a card. */
export const uploaded = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  fileName: name,
  isUpload: true,
  bytes: 100,
  mimeType: null,
  url: `https://trello.com/1/cards/x/attachments/${id}/download/${encodeURIComponent(name)}`,
  idMember: ann.id,
  date: madeAt(2 * 86_400),
  ...more,
});
