import type { Actor } from '../../base/access/actor.ts';
import type { Principal } from '../../base/access/board-permissions.ts';
import { locate } from '../../base/access/locate.ts';
import type { CardFilter } from '../../base/changes/card-filter.ts';
import type { Caller } from '../../base/changes/change.ts';
import { forgetDeliveriesOf } from '../../base/changes/forget-deliveries.ts';
import { isoMillis, isoMillisOrNull } from '../../base/clock.ts';
import type { Reads } from '../../base/db/database.ts';
import { NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { CheckTarget } from '../../base/outgoing/target.ts';
import type { Service } from '../../base/service.ts';
import {
  type ChannelAddress,
  type CreateChannel,
  createChannel,
  deleteChannel,
  isChannel,
  type StoredChannel,
  type UpdateChannel,
  updateChannel,
} from '../actions/channels.ts';
import { channelById } from '../queries.ts';
import { resultOf } from '../send.ts';
import { checkedAddress } from './address.ts';
import { boardUrl, postTo, spokenBy } from './send.ts';
import { chatWords } from './words/words.ts';

interface ManagedBoard {
  workspaceId: string;
  boardId: string;
  boardName: string;
  principal: Principal;
}

/** A board that the actor sees, in a workspace whose webhooks the actor may manage. Throws like `locate`. */
export async function managedBoard(db: Reads, actor: Actor, boardPublicId: string): Promise<ManagedBoard> {
  const { workspaceId, id, name } = await locate(db, actor, 'board', boardPublicId, 'board:view');
  const { principal } = await locate(db, actor, 'workspace', workspaceId, 'workspace:manage');
  return { workspaceId, boardId: id, boardName: name, principal };
}

/** A channel of such a board. */
export async function managedChannel(
  db: Reads,
  actor: Actor,
  { boardPublicId, channelPublicId: id }: ChannelAddress,
): Promise<ManagedBoard & { channel: StoredChannel }> {
  const board = await managedBoard(db, actor, boardPublicId);
  const { workspaceId, boardId } = board;
  const channel = await db.first(channelById, { workspaceId, boardId, id });
  if (!channel || !isChannel(channel)) throw new NotFound();
  return { ...board, channel };
}

/** Creates a channel after checking its address. The permission is checked before the address is looked up. */
export async function addChannel(
  db: Reads,
  checkTarget: CheckTarget,
  { actor, change }: Caller,
  boardPublicId: string,
  given: CreateChannel,
): Promise<ShownChannel> {
  await managedBoard(db, actor, boardPublicId);
  const { url } = checkedAddress(given.kind, given);
  await checkTarget(actor, url);
  return change(async (work) => shown(await createChannel(work, boardPublicId, given)));
}

/** Changes the given properties of a channel. */
export async function alterChannel(
  db: Reads,
  checkTarget: CheckTarget,
  { actor, change }: Caller,
  address: ChannelAddress,
  given: UpdateChannel,
): Promise<ShownChannel> {
  await managedChannel(db, actor, address);
  await checkTarget(actor, given.url);
  return change(async (work) => shown(await updateChannel(work, address, given)));
}

/** Deletes a channel, after deleting its deliveries in batches. */
export async function removeChannel(
  { db, maintain }: Pick<Service, 'db' | 'maintain'>,
  { actor, change }: Caller,
  address: ChannelAddress,
): Promise<{ success: boolean }> {
  const { workspaceId, channel } = await managedChannel(db, actor, address);
  await forgetDeliveriesOf(maintain, { workspaceId, webhookId: channel.id });
  return change((work) => deleteChannel(work, address));
}

/** Posts a test message; returns the outcome. */
export async function testChannel(service: Service, actor: Actor, address: ChannelAddress) {
  const { workspaceId, boardId, boardName, channel } = await managedChannel(service.db, actor, address);
  const board = { name: boardName, url: boardUrl(service.publicUrl, workspaceId, boardId) };
  const language = spokenBy(channel);
  const told = { language, board, lines: [[chatWords[language].test]], url: board.url };
  return resultOf(await postTo(service, channel, told, newId(service.clock.now())));
}

/** A channel as the API returns it: nothing of its address but the server. */
export const shown = (channel: StoredChannel) => ({
  publicId: channel.id,
  kind: channel.kind,
  name: channel.name,
  address: channel.url,
  locale: spokenBy(channel),
  events: JSON.parse(channel.events) as string[],
  filter: channel.filter === null ? null : (JSON.parse(channel.filter) as CardFilter),
  active: channel.active === 1,
  createdAt: isoMillis(channel.createdAt),
  updatedAt: isoMillisOrNull(channel.updatedAt),
  lastSucceededAt: isoMillisOrNull(channel.lastSucceededAt),
  consecutiveFailures: channel.failures,
});

type ShownChannel = ReturnType<typeof shown>;
