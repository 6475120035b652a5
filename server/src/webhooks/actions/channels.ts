import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import {
  type AddressField,
  addressFields,
  type ChannelKind,
  channelNames,
} from '../../../../contract/channel-kinds.ts';
import type { Language } from '../../../../contract/languages.ts';
import { systemRoles } from '../../../../contract/permissions.ts';
import type { Located } from '../../base/access/locate.ts';
import { languageOfUser } from '../../base/access/own-language.ts';
import { type Difference, differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { CardFilter } from '../../base/changes/card-filter.ts';
import type { Work } from '../../base/changes/change.ts';
import { Forbidden, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { inTransaction, readTileFilter } from '../../reading/filter/tiles.ts';
import { checkedAddress } from '../channels/address.ts';
import type { Address } from '../channels/messages.ts';
import { knownIn } from '../channels/queries.ts';
import { channelById, type StoredWebhook } from '../queries.ts';
import { eventsText, insert, queueAgain, type Row, remove, storeUpdate, textOf, unused } from './webhooks.ts';

/* Chat channels of a board: webhooks that speak the language of a service. Only the audit log records changes of them. */

/** A webhook that is a channel. */
export type StoredChannel = StoredWebhook & { kind: ChannelKind; boardId: string };

type ChannelRow = Row & StoredChannel;

const requireRoomOnBoard = cap('webhooks', ['workspace_id', 'board_id'], caps.channelsOfBoard, {
  what: 'channels of a board',
});
const requireRoom = cap('webhooks', ['workspace_id'], caps.channelsOfWorkspace, {
  what: 'channels of a workspace',
  only: sql`board_id is not null`,
  name: 'channels',
});

export interface ChannelAddress {
  boardPublicId: string;
  channelPublicId: string;
}

/** Whether a webhook is a channel; `channelsOf` and `channelById` find no others. */
export const isChannel = (webhook: StoredWebhook): webhook is StoredChannel =>
  webhook.kind !== null && webhook.boardId !== null;

/**
 * The board of channels, whose caller sees it and may manage the webhooks of its workspace. Both rows are locked, so no other
 * change of its channels interleaves, and the board does not move.
 */
async function grantBoard({ grant }: Work, boardPublicId: string) {
  const board = await grant('board', boardPublicId, 'board:view');
  const workspace = await grant('workspace', board.workspaceId, 'workspace:manage');
  return { board, workspace };
}

async function grantChannel(work: Work, { boardPublicId, channelPublicId: id }: ChannelAddress) {
  const { board, workspace } = await grantBoard(work, boardPublicId);
  const { workspaceId } = board;
  const found = await work.tx.first(channelById, { workspaceId, boardId: board.id, id });
  if (!found || !isChannel(found)) throw new NotFound();
  const channel: ChannelRow = { ...found, workspaceId };
  return { board, workspace, channel };
}

/** The address of a channel, and its parts as they are given. */
type GivenAddress = Partial<Record<AddressField, string>>;

export interface CreateChannel extends GivenAddress {
  kind: ChannelKind;
  name?: string;
  events: readonly string[];
  /** The language of its messages; by default the creator’s. */
  locale?: Language;
  filter?: CardFilter | null;
  active?: boolean;
}

/** Creates a channel. The caller has checked that its address may be called. */
export async function createChannel(
  work: Work,
  boardPublicId: string,
  given: CreateChannel,
): Promise<StoredChannel> {
  const { tx, now, actor, audit, secrets } = work;
  const { board } = await grantBoard(work, boardPublicId);
  const { workspaceId, id: boardId } = board;
  await requireRoomOnBoard(tx, { workspace_id: workspaceId, board_id: boardId });
  await requireRoom(tx, { workspace_id: workspaceId });
  const { kind, name = channelNames[kind], active = true } = given;
  const address = checkedAddress(kind, given);
  const id = newId(now);
  const channel: StoredChannel = {
    id,
    kind,
    boardId,
    onlyBoards: null,
    filter: await filterText(work, { workspaceId, boardId, filter: null }, given.filter ?? null),
    name,
    url: new URL(address.url).origin,
    secretSealed: secrets.seal(JSON.stringify(address), id),
    events: eventsText(given.events),
    locale: given.locale ?? (await languageOfUser(work.tx, actor.userId)),
    active: active ? 1 : 0,
    createdBy: actor.userId,
    createdAt: now,
    ...unused,
  };
  await tx.run(insert, { ...channel, workspaceId });
  const detail = differences({}, audited(channel));
  await audit({ type: 'webhook.created', workspaceId, subject: channel, detail, ...closed(board) });
  return channel;
}

export type UpdateChannel = Partial<Omit<CreateChannel, 'kind'>>;

/** Changes the given properties. The caller has checked that the address may be called. */
export async function updateChannel(
  work: Work,
  address: ChannelAddress,
  given: UpdateChannel,
): Promise<StoredChannel> {
  const { board, workspace, channel } = await grantChannel(work, address);
  const { workspaceId } = channel;
  const { name = channel.name, active = channel.active === 1, events, filter, locale } = given;
  requireMaker(work, workspace, channel, given);
  const moved = readdressed(work, channel, given);
  const changed: ChannelRow = {
    ...channel,
    ...moved,
    name,
    events: events ? eventsText(events) : channel.events,
    locale: locale ?? channel.locale,
    filter: filter === undefined ? channel.filter : await filterText(work, channel, filter),
    active: active ? 1 : 0,
  };
  if (!(await storeUpdate(work, channel, changed))) return channel;
  const detail = differencesOf(channel, changed);
  await work.audit({ type: 'webhook.updated', workspaceId, subject: changed, detail, ...closed(board) });
  return changed;
}

/** Only who made a channel, or an admin, changes where it posts, or the text of its filter: it is told what its maker sees. */
function requireMaker(
  { actor }: Work,
  { principal }: Located<'workspace'>,
  channel: ChannelRow,
  given: UpdateChannel,
): void {
  const isReaddressed = addressFields.some((field) => given[field] !== undefined);
  const { filter } = given;
  const isRefiltered = filter !== undefined && (filter?.text ?? '') !== (textOf(channel.filter) ?? '');
  if ((!isReaddressed && !isRefiltered) || channel.createdBy === actor.userId) return;
  if (principal.memberLevel !== systemRoles.admin.level) throw new Forbidden('channel-not-yours');
}

/** What changes if the channel gets another address. */
function readdressed({ secrets }: Work, channel: ChannelRow, given: GivenAddress): Partial<ChannelRow> {
  if (addressFields.every((field) => given[field] === undefined)) return {};
  const { id, kind, secretSealed } = channel;
  const before = JSON.parse(secrets.open(secretSealed, id)) as Address;
  const address = checkedAddress(kind, { ...before, ...given });
  const url = new URL(address.url).origin;
  // Otherwise a stored token could be sent to somebody else's server.
  if (url !== channel.url && before.token !== undefined && given.token === undefined) {
    throw new Invalid('channel-token-again', { field: 'body/token' });
  }
  if (isDeepStrictEqual(address, before)) return {};
  return { url, secretSealed: secrets.seal(JSON.stringify(address), id) };
}

const lists = ['labelPublicIds', 'memberPublicIds', 'listPublicIds'] as const;

/**
 * A filter as it is stored; null if it lets everything through. Throws `Invalid` for what is not on the board, except in a
 * text that stays as it was: a field that it names may be gone, and only the maker may change it.
 */
async function filterText(
  { tx }: Work,
  { workspaceId, boardId, filter: before }: Pick<ChannelRow, 'workspaceId' | 'boardId' | 'filter'>,
  filter: CardFilter | null,
): Promise<string | null> {
  const wanted = lists.flatMap((kind) => {
    const given = filter?.[kind] ?? [];
    return given.length > 0 ? [[kind, given] as const] : [];
  });
  let { text = '' } = filter ?? {};
  if (text !== '' && text !== textOf(before)) {
    const boards = { workspaceId, boardIds: [boardId] };
    const { tree } = await readTileFilter(inTransaction(tx), text, boards, 'body/filter/text');
    if (!tree) text = '';
  }
  if (wanted.length === 0) return text === '' ? null : JSON.stringify({ text });
  const ids = [...new Set(wanted.flatMap(([, each]) => each))];
  const known = await tx.all(knownIn, { workspaceId, boardId, ids });
  const has = new Set(known.map(({ kind, id }) => `${kind} ${id}`));
  for (const [kind, each] of wanted) {
    const unknown = each.find((id) => !has.has(`${kind} ${id}`));
    if (unknown !== undefined) throw new Invalid('not-found', { field: `body/filter/${kind}` });
  }
  return JSON.stringify({ ...Object.fromEntries(wanted), ...(text === '' ? {} : { text }) });
}

export async function deleteChannel(work: Work, address: ChannelAddress): Promise<{ success: boolean }> {
  const { board, channel } = await grantChannel(work, address);
  const { workspaceId, id } = channel;
  await work.tx.run(remove, { workspaceId, id });
  const detail = differences(audited(channel), {});
  await work.audit({ type: 'webhook.deleted', workspaceId, subject: channel, detail, ...closed(board) });
  return { success: true };
}

/** Queues a delivery again, whatever its outcome was. */
export async function redeliverToChannel(
  work: Work,
  address: ChannelAddress & { channelDeliveryId: string },
): Promise<{ success: boolean; queue: { workspaceId: string; webhookId: string } }> {
  const { channel } = await grantChannel(work, address);
  const done = await queueAgain(work, channel, address.channelDeliveryId, 'channel-inactive');
  return { ...done, queue: { workspaceId: channel.workspaceId, webhookId: channel.id } };
}

const closed = ({ access }: Located<'board'>) => ({ ofClosedBoard: access === 'members' });

/** What the audit log records of a channel: nothing of its address but the server. */
const audited = ({ kind, name, url, events, boardId, locale, active }: StoredChannel) => ({
  kind,
  board: boardId,
  name,
  url,
  events: JSON.parse(events) as string[],
  locale,
  active: active === 1,
});

/** Fields whose values must not be shown are listed without them. */
function differencesOf(before: ChannelRow, after: ChannelRow): Difference[] {
  const hidden = [
    ...(after.secretSealed !== before.secretSealed && after.url === before.url ? ['address'] : []),
    ...(after.filter !== before.filter ? ['filter'] : []),
  ];
  return [
    ...differences(audited(before), audited(after)),
    ...hidden.map((field) => ({ field, from: null, to: null })),
  ];
}
