/* Board exports of other services, of about a given size in bytes. */

const some = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A table of cards with 400 bytes of text each. */
export function csvOf(size: number): string {
  const row = (n: number) =>
    `Card ${n},"${'word '.repeat(80)}",List ${n % 20},"a, b${n % 30}",2026-01-01,member ${n % 50}\n`;
  const count = Math.ceil(size / row(99_999).length);
  return `title,description,list,labels,due date,members\n${some(count, row).join('')}`;
}

const id = (kind: number, n: number) => `65910080${(kind * 1_000_000 + n).toString(16).padStart(16, '0')}`;
const kinds = { card: 1, list: 2, label: 3, member: 4, checklist: 5, item: 6, action: 7, file: 8 } as const;

const person = (n: number) => ({
  id: id(kinds.member, n % 50),
  username: `user${n % 50}`,
  fullName: `User ${n % 50}`,
  avatarUrl: `https://example.com/${'x'.repeat(40)}`,
});

const label = (n: number) => ({ id: id(kinds.label, n % 10), name: `Label ${n % 10}`, color: 'red' });

const card = (n: number) => ({
  id: id(kinds.card, n),
  name: `Card ${n}`,
  desc: 'word '.repeat(120),
  idList: id(kinds.list, n % 20),
  pos: n,
  closed: false,
  idLabels: [label(n).id],
  idMembers: [person(n).id],
  badges: { comments: 1 },
  idShort: n + 1,
  shortLink: n.toString(36).padStart(8, '0'),
  limits: { attachments: { perCard: { status: 'ok', disableAt: 1000, warnAt: 800 } } },
  labels: [label(n)],
  attachments: [
    {
      id: id(kinds.file, n),
      name: 'file',
      url: 'https://example.com/file',
      isUpload: true,
      date: '2026-01-01T00:00:00.000Z',
      previews: some(5, () => ({ url: `https://example.com/${'y'.repeat(60)}` })),
    },
  ],
});

const checklist = (n: number) => ({
  id: id(kinds.checklist, n),
  idCard: id(kinds.card, n),
  name: 'Steps',
  pos: 1,
  checkItems: some(4, (k) => ({
    id: id(kinds.item, 4 * n + k),
    name: `do this ${k}`,
    state: 'incomplete',
    pos: k,
  })),
});

const action = (n: number, cards: number) => ({
  id: id(kinds.action, n),
  idMemberCreator: person(n).id,
  type: n < cards ? 'commentCard' : 'createCard',
  date: '2026-01-01T00:00:00.000Z',
  data: {
    ...(n < cards ? { text: 'hm '.repeat(60) } : {}),
    board: { id: id(0, 1), name: 'Large', shortLink: 'abc' },
    list: { id: id(kinds.list, 0), name: 'List' },
    card: { id: id(kinds.card, n % cards), name: `Card ${n % cards}` },
  },
  memberCreator: person(n),
});

/** An export of the board tool: each card has 600 bytes of text, a checklist, a comment, a label, a member and a file. */
export function trelloOf(size: number): string {
  const bytesOfCard = 3266;
  const count = Math.ceil(size / bytesOfCard);
  return JSON.stringify({
    id: id(0, 1),
    name: 'Large',
    lists: some(20, (n) => ({ id: id(kinds.list, n), name: `List ${n}`, pos: n, closed: false })),
    labels: some(10, label),
    members: some(50, person),
    cards: some(count, card),
    checklists: some(count, checklist),
    actions: some(2 * count, (n) => action(n, count)),
  });
}
