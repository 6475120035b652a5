import { api } from '../../../../contract/api.ts';
import type { NotificationKind } from '../../../../contract/notifications.ts';
import { minute } from '../../base/clock.ts';
import { makeBoard, makeCard, nth } from '../fixtures.ts';
import { addMember } from '../members.ts';
import type { Person, TestService } from '../service.ts';

/* A team whose days tests make up, and a model of who is told what of them. */

/** Something that somebody has been told. */
export interface Told {
  kind: NotificationKind;
  card: Card;
  count: number;
  isRead: boolean;
  /** When it was told first, and last. */
  since: number;
  at: number;
}

export interface Someone {
  name: string;
  person: Person;
  member: string;
  isAdmin: boolean;
  /** Whether the role allows changes. */
  mayEdit: boolean;
  /** Whether the membership is paused, or over. */
  isPaused: boolean;
  isGone: boolean;
  /** Boards that they see although these are closed. */
  seats: Set<string>;
  told: Told[];
}

export interface Board {
  id: string;
  lists: string[];
  isClosed: boolean;
}

export interface Card {
  id: string;
  board: Board;
  list: string;
  author: Someone;
  members: Set<Someone>;
  isDone: boolean;
}

export interface Team {
  service: TestService;
  workspace: string;
  everyone: Someone[];
  boards: Board[];
  cards: Card[];
  /** By `name target`: whether they watch it, or said that they do not. */
  watches: Map<string, boolean>;
  /** Called when somebody is told something. */
  heard: (who: Someone, told: Told) => void;
  /** Called after somebody has done something that chats may be told of. */
  happened: (card: Card, what: 'commented' | 'completed' | 'moved' | 'assigned', by: Someone) => void;
}

/** A workspace of the first of five people with three members and a guest, and two boards with two cards each. */
export async function makeTeam(service: TestService, people: readonly Person[]): Promise<Team> {
  const ada = nth(people, 0);
  await service.sql('delete from notifications');
  const first = await makeBoard(ada);
  const { workspace } = first;
  const second = await makeBoard(ada, { workspace });
  const everyone: Someone[] = [];
  for (const [n, person] of people.entries()) {
    const role = n === 4 ? 'guest' : 'member';
    const member = n === 0 ? '' : await addMember(service, workspace, person, { role });
    const rights = { isAdmin: n === 0, mayEdit: n !== 4, isPaused: false, isGone: false };
    everyone.push({ name: `p${n}`, person, member, ...rights, seats: new Set(), told: [] });
  }
  const { members } = (await ada.call(api.boards.get, { params: { boardPublicId: first.board } })).workspace;
  const own = members.find(({ user }) => user?.email === ada.email);
  nth(everyone, 0).member = own?.publicId ?? '';
  const boards = [first, second].map(({ board, lists }) => ({ id: board, lists, isClosed: false }));
  const cards: Card[] = [];
  for (const [n, author] of everyone.slice(0, 4).entries()) {
    const board = nth(boards, n % 2);
    const list = nth(board.lists, 0);
    const id = await makeCard(author.person, list);
    cards.push({ id, board, list, author, members: new Set(), isDone: false });
  }
  const unheard = { heard: () => undefined, happened: () => undefined };
  return { service, workspace, everyone, boards, cards, watches: new Map(), ...unheard };
}

export const sees = (who: Someone, board: Board): boolean =>
  !who.isPaused && (who.isAdmin || !board.isClosed || who.seats.has(board.id));

/** Who is told of a change of a card because they watch it. Nobody acts when time does. */
export function watchersOf({ everyone, watches }: Team, card: Card, actor?: Someone): Someone[] {
  return everyone.filter((who) => {
    if (who === actor || watches.get(`${who.name} ${card.id}`) === false) return false;
    if (card.author === who || (card.members.has(who) && !who.isPaused)) return true;
    return [card.id, card.list, card.board.id].some((id) => watches.get(`${who.name} ${id}`));
  });
}

export function tell({ service, heard }: Team, who: Someone, kind: NotificationKind, card: Card): void {
  const now = service.clock.now();
  const open = who.told.findLast(
    (each) => each.kind === kind && each.card === card && !each.isRead && now - each.since < 10 * minute,
  );
  const told = open ?? { kind, card, count: 0, isRead: false, since: now, at: now };
  if (!open) who.told.push(told);
  told.count++;
  told.at = now;
  heard(who, told);
}

interface Personal {
  kind: NotificationKind;
  to: readonly Someone[];
}

/** What is told of a change; whom it is most personal to is told of that alone. */
export function tellOf(
  team: Team,
  card: Card,
  actor: Someone,
  kind: NotificationKind,
  personal: Personal = { kind, to: [] },
): void {
  const to = personal.to.filter((who) => who !== actor && !who.isPaused);
  for (const who of watchersOf(team, card, actor)) if (!to.includes(who)) tell(team, who, kind, card);
  for (const who of to) tell(team, who, personal.kind, card);
}
