import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { fieldsIn, type GivenFields } from '../../../../contract/card-fields.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { Located } from '../../base/access/locate.ts';
import { applyIn } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import { microsOf } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { Conflict, fromBody, Invalid, insideBody } from '../../base/errors.ts';
import { updatedAt } from '../../data/cards/fragments.ts';
import { archiveGranted } from './archive.ts';
import { changeFields } from './change-fields.ts';
import { withCompletion } from './completion.ts';
import { deleteGranted } from './delete.ts';
import { type DuplicateCard, duplicateGranted } from './duplicate.ts';
import { findLabel, setLabel } from './labels.ts';
import { lockAll } from './lock-all.ts';
import { findMember, setMember } from './members.ts';
import { makeNext } from './next-card.ts';
import { setIn } from './recurrence.ts';
import { restoreGranted } from './restore.ts';
import { moveCard, requireFit } from './update.ts';
import { valuesFrom } from './values.ts';

/** One of many changes; which fields it takes besides the card depends on its type. */
export interface CardOperation extends Details {
  type: 'archive' | 'restore' | 'delete' | 'move' | 'duplicate' | 'label' | 'assign' | 'due' | 'change';
  cardPublicId: string;
  /** When the card was last changed, as far as the client knows. */
  unchangedSince?: string;
}

interface Details extends Omit<DuplicateCard, 'publicId' | 'listPublicId'>, GivenFields {
  listPublicId?: string;
  labelPublicId?: string;
  memberPublicId?: string;
  remove?: boolean;
}

interface Kind {
  takes: readonly (keyof Details)[];
  /** At least one of these is required. */
  needs: readonly (keyof Details)[];
  grant(work: Work, cardPublicId: string): Promise<Granted>;
}

/** A granted card, which the work has locked, and the change to make. */
interface Granted {
  workspaceId: string;
  change(details: Details): Promise<Outcome>;
}

/** Whether anything was changed, or the copy that was made; and how many checklist items were copied. */
type Outcome =
  | boolean
  | { copyPublicId: string; items: number }
  | { isChanged: boolean; items: number | undefined };

/** Grants a card, for `change` to change it. Its issues name fields as if the operation were the body; see `within`. */
const on =
  <K extends 'card' | 'trashedCard'>(
    kind: K,
    permission: Permission,
    change: (work: Work, card: Located<K>, details: Details) => Promise<Outcome>,
  ): Kind['grant'] =>
  async (work, cardPublicId) => {
    const card = await work.grant(kind, cardPublicId, permission);
    return {
      workspaceId: card.workspaceId,
      change: (details) => change(work, card, details),
    };
  };

const spot = ['index', 'afterPublicId', 'beforePublicId'] as const;
const copied = ['title', 'copyLabels', 'copyMembers', 'copyChecklists', 'isTemplate'] as const;

const applied = applyIn('bulk');
const changeable = [...fieldsIn('bulk'), 'completed'] as const;

const kinds: Record<CardOperation['type'], Kind> = {
  archive: { takes: [], needs: [], grant: on('card', 'card:edit', archiveGranted) },
  restore: { takes: [], needs: [], grant: on('trashedCard', 'card:edit', restoreGranted) },
  delete: { takes: [], needs: [], grant: on('card', 'card:delete', deleteGranted) },
  move: {
    takes: ['listPublicId', ...spot, 'completed', 'completedAt'],
    needs: ['listPublicId', ...spot],
    grant: on('card', 'card:edit', async (work, card, { completed, completedAt, ...to }) => {
      const said = { completed, completedAt };
      const values = applied(card, withCompletion(said, card, work.now));
      await requireFit(work, card, values, to.listPublicId);
      const isChanged = await changeFields(work, card, values);
      const changed = { ...card, ...values };
      const { listId, position, completedAt: at } = await moveCard(work, changed, { ...to, ...said });
      const items = await makeNext(work, card, { ...changed, listId, completedAt: at });
      return { isChanged: isChanged || listId !== card.listId || position !== card.position, items };
    }),
  },
  duplicate: {
    takes: ['listPublicId', ...spot, ...copied],
    needs: ['listPublicId'],
    grant: on('card', 'card:create', async (work, card, { listPublicId = '', ...given }) => {
      const { publicId, items } = await duplicateGranted(work, card, { ...given, listPublicId });
      return { copyPublicId: publicId, items };
    }),
  },
  label: {
    takes: ['labelPublicId', 'remove'],
    needs: ['labelPublicId'],
    grant: on('card', 'card:edit', async (work, card, { labelPublicId = '', remove = false }) => {
      const label = await findLabel(work.tx, card, labelPublicId);
      if (!label) throw new Invalid('unknown-label-of-card', { field: 'body/labelPublicId' });
      return setLabel(work, card, label, !remove);
    }),
  },
  assign: {
    takes: ['memberPublicId', 'remove'],
    needs: ['memberPublicId'],
    grant: on('card', 'card:edit', async (work, card, { memberPublicId = '', remove = false }) => {
      const member = await findMember(work.tx, card, memberPublicId);
      if (!member) throw new Invalid('unknown-member', { field: 'body/memberPublicId' });
      return setMember(work, card, member, !remove, 'body/memberPublicId');
    }),
  },
  due: {
    takes: ['dueDate'],
    needs: ['dueDate'],
    grant: on('card', 'card:edit', (work, card, { dueDate = null }) =>
      changeFields(work, card, applied(card, { dueDate })),
    ),
  },
  change: {
    takes: changeable,
    needs: changeable,
    grant: on('card', 'card:edit', async (work, card, given) => {
      const fields = await valuesFrom(work.tx, card, withCompletion(given, card, work.now));
      const values = setIn(applied(card, fields), card, card.listId);
      await requireFit(work, card, values);
      const isChanged = await changeFields(work, card, values);
      return { isChanged, items: await makeNext(work, card, { ...card, ...values }) };
    }),
  },
};

/**
 * Carries out many operations on cards of one workspace, in order: all of them, or none. The number of statements per
 * operation does not depend on how many operations there are.
 */
export async function changeCards(work: Work, operations: readonly CardOperation[]) {
  for (const [place, operation] of operations.entries()) checkDetails(place, operation);
  work.quiet();
  await lockAll(work, operations);
  const results: { cardPublicId: string; changed: boolean; copyPublicId?: string }[] = [];
  let workspaceId: string | undefined;
  let copiedItems = 0;
  for (const [place, operation] of operations.entries()) {
    const { cardPublicId, type } = operation;
    const card = await fromBody(fieldOf(place), kinds[type].grant(work, cardPublicId));
    if (workspaceId === undefined) {
      workspaceId = card.workspaceId;
      await requireUnchanged(work.tx, workspaceId, operations);
    }
    if (card.workspaceId !== workspaceId)
      throw new Invalid('card-in-other-workspace', { field: `body/${fieldOf(place)}` });
    const outcome = await fromBody(fieldOf(place), within(place, card.change(operation)));
    if (typeof outcome === 'boolean') {
      results.push({ cardPublicId, changed: outcome });
      continue;
    }
    copiedItems += outcome.items ?? 0;
    if (copiedItems > caps.itemsOfCard) {
      throw new Invalid('too-many-copied-items', { field: 'body/operations', max: caps.itemsOfCard });
    }
    results.push(
      'copyPublicId' in outcome
        ? { cardPublicId, changed: true, copyPublicId: outcome.copyPublicId }
        : { cardPublicId, changed: outcome.isChanged },
    );
  }
  return { results };
}

const lastChanges = query(
  'cards.lastChanges',
  (_db, p: { workspaceId: string; ids: string[] }, fn) => sql<{ id: string; updatedAt: number }>`
  select c.id as id, ${updatedAt(fn, p.workspaceId, 'c')} as "updatedAt" from cards c
  where c.workspace_id = ${p.workspaceId} and ${fn.isIn('c.id', fn.each(p.ids))}`,
);

const millisOf = (micros: number): number => Math.floor(micros / 1000);

/** Throws `Conflict` for a card that has changed since the client read it. Times in replies are in milliseconds. */
async function requireUnchanged(
  tx: Reading,
  workspaceId: string,
  operations: readonly CardOperation[],
): Promise<void> {
  const ids = operations.flatMap((each) => (each.unchangedSince === undefined ? [] : [each.cardPublicId]));
  if (ids.length === 0) return;
  const rows = await tx.all(lastChanges, { workspaceId, ids });
  const changedAt = new Map(rows.map((row) => [row.id, row.updatedAt]));
  const changed = operations.findIndex(
    ({ cardPublicId, unchangedSince }) =>
      unchangedSince !== undefined &&
      millisOf(changedAt.get(cardPublicId) ?? 0) > millisOf(microsOf(unchangedSince)),
  );
  if (changed === -1) return;
  throw new Conflict('card-changed', { field: `body/operations/${changed}/unchangedSince` });
}

const fieldOf = (place: number): string => `operations/${place}/cardPublicId`;

const details = [...new Set(Object.values(kinds).flatMap(({ takes }) => takes))];

/** Throws `Invalid` for an operation that lacks a field of its type, or has one of another type. */
function checkDetails(place: number, operation: CardOperation): void {
  const { takes, needs } = kinds[operation.type];
  const given = details.filter((each) => operation[each] !== undefined);
  const stray = given.find((each) => !takes.includes(each));
  if (stray)
    throw new Invalid('not-for-type', { field: `body/operations/${place}/${stray}`, type: operation.type });
  if (needs.length === 0 || needs.some((each) => given.includes(each))) return;
  throw new Invalid('missing-for-type', {
    field: `body/operations/${place}`,
    missing: needs,
    type: operation.type,
  });
}

/** Prefixes the issues of an operation with its place in the body. */
async function within<T>(place: number, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw insideBody(error, `operations/${place}`);
  }
}
