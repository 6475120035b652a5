import { api } from '../../../../contract/api.ts';
import { nth } from '../fixtures.ts';
import { setStatus } from '../members.ts';
import { type Card, type Someone, sees, type Team, tellOf } from './team.ts';

/* What the people of a team do, to the service and to the model. */

const paramsOf = (card: Card) => ({ params: { cardPublicId: card.id } });

/** What somebody does to a card, maybe with somebody else. */
type Deed = (team: Team, card: Card, actor: Someone, other: Someone) => Promise<void>;

export type InCard = 'comment' | 'mention' | 'title' | 'complete' | 'move' | 'put' | 'take';

export const inCard: Record<InCard, Deed> = {
  async comment(team, card, actor) {
    await actor.person.call(api.comments.create, { ...paramsOf(card), body: { comment: 'Hello' } });
    tellOf(team, card, actor, 'commented');
    follow(team, card, actor);
    team.happened(card, 'commented', actor);
  },
  async mention(team, card, actor, other) {
    const comment = `Look, @[You](member:${other.member})`;
    await actor.person.call(api.comments.create, { ...paramsOf(card), body: { comment } });
    tellOf(team, card, actor, 'commented', { kind: 'mentioned', to: [other] });
    follow(team, card, actor);
    team.happened(card, 'commented', actor);
  },
  async title(team, card, actor) {
    const title = `Title at ${team.service.clock.now()}`;
    await actor.person.call(api.cards.update, { ...paramsOf(card), body: { title } });
    tellOf(team, card, actor, 'changed');
  },
  async complete(team, card, actor) {
    card.isDone = !card.isDone;
    await actor.person.call(api.cards.update, { ...paramsOf(card), body: { completed: card.isDone } });
    tellOf(team, card, actor, card.isDone ? 'completed' : 'changed');
    if (card.isDone) team.happened(card, 'completed', actor);
  },
  async move(team, card, actor) {
    const list = card.board.lists.find((id) => id !== card.list) ?? '';
    await actor.person.call(api.cards.update, { ...paramsOf(card), body: { listPublicId: list } });
    card.list = list;
    tellOf(team, card, actor, 'moved');
    team.happened(card, 'moved', actor);
  },
  async put(team, card, actor, other) {
    if (other.isGone) return;
    const params = { cardPublicId: card.id, workspaceMemberPublicId: other.member };
    // Somebody who is paused may be put on a card, and is not told.
    if (!sees({ ...other, isPaused: false }, card.board)) {
      await actor.person.refused(400, api.cards.addMember, { params });
      return;
    }
    const isNew = !card.members.has(other);
    await actor.person.call(api.cards.addMember, { params });
    card.members.add(other);
    if (!isNew) return;
    tellOf(team, card, actor, 'changed', { kind: 'assigned', to: [other] });
    team.happened(card, 'assigned', actor);
  },
  async take(team, card, actor, other) {
    if (!card.members.delete(other)) return;
    const params = { cardPublicId: card.id, workspaceMemberPublicId: other.member };
    await actor.person.call(api.cards.removeMember, { params });
    tellOf(team, card, actor, 'changed');
  },
};

/** Somebody who comments watches the card from then on, unless they said whether they do. */
function follow({ watches }: Team, card: Card, actor: Someone): void {
  const key = `${actor.name} ${card.id}`;
  if (card.author === actor || card.members.has(actor) || watches.has(key)) return;
  watches.set(key, true);
}

/** Begins or ends to watch a card, its list or its board: `where` is 0, 1 or 2. */
export async function setWatch(
  team: Team,
  card: Card,
  actor: Someone,
  { where, watches }: { where: number; watches: boolean },
): Promise<void> {
  const { call } = actor.person;
  const of = api.notifications;
  const id = nth([card.id, card.list, card.board.id], where);
  if (where === 0) await call(watches ? of.watchCard : of.unwatchCard, paramsOf(card));
  else if (where === 1) await call(watches ? of.watchList : of.unwatchList, { params: { listPublicId: id } });
  else await call(watches ? of.watchBoard : of.unwatchBoard, { params: { boardPublicId: id } });
  const key = `${actor.name} ${id}`;
  if (watches) team.watches.set(key, true);
  // Only a card has other reasons to be watched.
  else if (where === 0) team.watches.set(key, false);
  else team.watches.delete(key);
}

/** What the admin changes of what others may see. */
export type OfSight = 'pause' | 'close' | 'seat' | 'remove';

export async function changeSight(team: Team, card: Card, other: Someone, what: OfSight): Promise<void> {
  const ada = nth(team.everyone, 0).person;
  const { board } = card;
  if (what === 'close') {
    board.isClosed = !board.isClosed;
    const access = board.isClosed ? 'members' : 'workspace';
    await ada.call(api.boards.update, { params: { boardPublicId: board.id }, body: { access } });
  } else if (other.isAdmin || other.isGone) return;
  else if (what === 'pause') {
    other.isPaused = !other.isPaused;
    await setStatus(team.service, other.member, other.isPaused ? 'paused' : 'active');
  } else if (what === 'remove') {
    const params = { workspacePublicId: team.workspace, memberPublicId: other.member };
    await ada.call(api.members.remove, { params });
    other.isPaused = other.isGone = true;
  } else if (!other.isPaused) {
    const params = { boardPublicId: board.id, workspaceMemberPublicId: other.member };
    if (board.isClosed && other.seats.delete(board.id)) await ada.call(api.boardMembers.remove, { params });
    else {
      other.seats.add(board.id);
      await ada.call(api.boardMembers.set, { params, body: { rolePublicId: await memberRole(team) } });
    }
  }
  await readMembers(team);
}

async function memberRole({ service, workspace }: Team): Promise<string> {
  const rows = await service.sql<{ id: string }>(
    `select id from roles where workspace_id = '${workspace}' and name = 'member'`,
  );
  return nth(rows, 0).id;
}

/** Whoever loses sight of a board is taken off its cards. */
async function readMembers({ service, everyone, cards }: Team): Promise<void> {
  for (const card of cards) {
    const rows = await service.sql<{ id: string }>(
      `select member_id as id from card_members where card_id = '${card.id}'`,
    );
    card.members = new Set(everyone.filter(({ member }) => rows.some(({ id }) => id === member)));
  }
}

/** Marks the newest notification that somebody has not read as read. */
export async function readNewest({ person, told }: Someone): Promise<void> {
  const { notifications } = await person.call(api.notifications.list, { query: { state: 'unread' } });
  const newest = notifications[0];
  if (!newest) return;
  await person.call(api.notifications.update, { body: { ids: [newest.publicId], read: true } });
  const read = told.findLast(
    (each) => each.kind === newest.kind && each.card.id === newest.card?.publicId && !each.isRead,
  );
  if (read) read.isRead = true;
}

/** Does it if the actor may; whoever may not see the board is refused. */
export async function inSight(card: Card, actor: Someone, work: () => Promise<void>): Promise<void> {
  if (sees(actor, card.board)) return work();
  await actor.person.refused(403, api.comments.create, { ...paramsOf(card), body: { comment: 'Hello' } });
}

/** Whether somebody may change the card. */
export const mayChange = (actor: Someone, card: Card): boolean =>
  actor.mayEdit || actor.seats.has(card.board.id);
