import { sql } from 'kysely';
import type { GivenFields } from '../../../../contract/card-fields.ts';
import { seesBoard } from '../../base/access/board-permissions.ts';
import { nextAlarm } from '../../base/alarms.ts';
import { applyIn, type CardValues, noValues } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import { cameOrWent } from '../../base/changes/undo-steps.ts';
import { pictureOf, withoutPicture } from '../../base/covers.ts';
import { command } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isSpot, type Spot } from '../../base/ordering/spot.ts';
import { cards } from '../../data/cards/tables.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import { listOf, type TargetList } from '../lookups.ts';
import { placeAt } from '../position.ts';
import { requireRoomIn } from '../room.ts';
import { completionIn, saysCompletion, withCompletion } from './completion.ts';
import { setIn } from './recurrence.ts';
import { valuesFrom } from './values.ts';

const insert = insertRow('cards.insert', cards);

interface LabelsOfCard {
  workspaceId: string;
  boardId: string;
  cardId: string;
  ids: string[];
}

const insertLabels = command('card_labels.insertMany', (db, p: LabelsOfCard, fn) =>
  db
    .insertInto('card_labels')
    .columns(['workspace_id', 'board_id', 'card_id', 'label_id'])
    .expression((of) =>
      of
        .selectFrom('labels')
        .select((row) => [
          row.val(p.workspaceId).as('workspace_id'),
          'board_id',
          row.val(p.cardId).as('card_id'),
          'id',
        ])
        .where('workspace_id', '=', p.workspaceId)
        .where('board_id', '=', p.boardId)
        .where('deleted_at', 'is', null)
        .where(fn.isIn('id', fn.each(p.ids))),
    )
    .returning('label_id'),
);

interface MembersOfCard {
  workspaceId: string;
  boardId: string;
  cardId: string;
  ids: string[];
}

const insertMembers = command(
  'card_members.insertMany',
  (_db, p: MembersOfCard, fn) => sql<{ member_id: string }>`
  insert into card_members (workspace_id, card_id, member_id)
  select ${p.workspaceId}, ${p.cardId}, m.id
  from boards b
  join members m on m.workspace_id = ${p.workspaceId} and ${fn.isIn('m.id', fn.each(p.ids))} and m.status <> 'removed'
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId} and ${seesBoard('b', p.workspaceId)}
  returning member_id`,
);

export interface NewCardFields extends CardValues {
  /** Whether `completedAt` stays as it is in a list that completes its cards. */
  isSettled?: boolean;
  /** Its id, if the caller has made one. */
  id?: string;
  position: string;
}

/** Stores a card in a list whose row the work has locked. The number is taken last: all new cards contend for its counter. */
export async function addCard(
  { tx, actor, now, record }: Work,
  workspaceId: string,
  list: TargetList,
  { id = newId(now), isSettled = false, ...fields }: NewCardFields,
): Promise<{ id: string; number: number }> {
  const number = await takeNumbers(tx, workspaceId, 1);
  const { boardId, id: listId } = list;
  const card = { workspaceId, boardId, listId, id, number, title: fields.title };
  // Templates are not work, so no list completes them.
  const completedAt =
    isSettled || fields.isTemplate === 1
      ? fields.completedAt
      : completionIn(fields.completedAt, { to: list.completes }, now);
  await Promise.all([
    tx.run(insert, {
      ...fields,
      ...card,
      completedAt,
      cover: withoutPicture(fields.cover),
      completedBy: completedAt === null ? null : actor.userId,
      createdBy: actor.userId,
      createdAt: now,
      archivedAt: null,
      touchedAt: null,
      related: 0,
      alarmAt: nextAlarm({ ...fields, completedAt }, now),
    }),
    record.activity({
      type: 'card.created',
      card,
      toTitle: fields.title,
      toList: list.shown,
      undo: [cameOrWent('card', id, true)],
    }),
  ]);
  return { id, number };
}

/** Puts labels of the board on a card. Throws `Invalid` if one is not of the board. */
export async function putLabels(
  tx: Work['tx'],
  card: Omit<LabelsOfCard, 'ids'>,
  given: string[],
): Promise<void> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return;
  const put = await tx.run(insertLabels, { ...card, ids });
  const missing = ids.find((id) => !put.some((row) => row.label_id === id));
  if (missing) throw new Invalid('unknown-labels', { field: 'body/labelPublicIds', id: missing });
}

/** Puts members on a card. Throws `Invalid` if one is not a member of the workspace, or cannot see the board. */
export async function putMembers(
  tx: Work['tx'],
  card: Omit<MembersOfCard, 'ids'>,
  given: string[],
): Promise<void> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return;
  const put = await tx.run(insertMembers, { ...card, ids });
  const missing = ids.find((id) => !put.some((row) => row.member_id === id));
  if (missing) throw new Invalid('members-blind', { field: 'body/memberPublicIds', id: missing });
}

export interface CreateCard extends Spot, GivenFields {
  publicId?: string;
  title: string;
  listPublicId: string;
  labelPublicIds?: string[];
  memberPublicIds?: string[];
  position?: 'start' | 'end';
  /** Whether it comes from outside: it is then not refused by a list that has as many cards as it may. */
  isBrought?: boolean;
}

const valuesOfNew = applyIn('create');

/** Creates a card with its labels and members. */
export async function createCard(work: Work, given: CreateCard) {
  const { tx } = work;
  const granted = await fromBody('listPublicId', work.grant('list', given.listPublicId, 'card:create'));
  const { workspaceId, id: listId } = granted;
  const spot = given.position === 'start' && !isSpot(given) ? { index: 0 } : given;
  const [list, { position }] = await Promise.all([
    listOf(tx, granted, listId, 'card:create'),
    placeAt(tx, { workspaceId, listId }, spot),
  ]);
  if (!given.isBrought && !given.isTemplate) await requireRoomIn(tx, workspaceId, list);
  const { boardId } = list;
  const fields = await valuesFrom(tx, { workspaceId, boardId }, withCompletion(given, noValues, work.now));
  const values = valuesOfNew(noValues, fields);
  const picture = pictureOf(values.cover);
  if (picture) throw new Invalid('unknown-picture', { field: 'body/cover', id: picture.id });
  const { id, number } = await addCard(work, workspaceId, list, {
    ...setIn(values, noValues, listId),
    id: given.publicId,
    isSettled: saysCompletion(given),
    position,
  });
  await putLabels(tx, { workspaceId, boardId, cardId: id }, given.labelPublicIds ?? []);
  await putMembers(tx, { workspaceId, boardId, cardId: id }, given.memberPublicIds ?? []);
  return { publicId: id, cardNumber: number };
}
