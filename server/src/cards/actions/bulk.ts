import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import type { Spot } from '../../base/ordering/spot.ts';
import { dueAtOf } from '../lookups.ts';
import { archiveGranted } from './archive.ts';
import { holdAll } from './hold-all.ts';
import { findLabel, setLabel } from './labels.ts';
import { findMember, setMember } from './members.ts';
import { changeTexts, moveCard } from './update.ts';

/** One of many changes; what it takes beside the card depends on its type. */
export interface CardOperation extends Details {
  type: 'archive' | 'move' | 'label' | 'assign' | 'due';
  cardPublicId: string;
}

interface Details extends Spot {
  listPublicId?: string;
  labelPublicId?: string;
  memberPublicId?: string;
  remove?: boolean;
  dueDate?: string | null;
}

interface Kind {
  takes: readonly (keyof Details)[];
  /** One of these must be there. */
  needs: readonly (keyof Details)[];
  /** Says whether it changed anything. Issues name the field as that of the whole body. */
  change(work: Work, card: Located<'card'>, details: Details): Promise<boolean>;
}

const kinds: Record<CardOperation['type'], Kind> = {
  archive: { takes: [], needs: [], change: archiveGranted },
  move: {
    takes: ['listPublicId', 'index', 'afterPublicId', 'beforePublicId'],
    needs: ['listPublicId', 'index', 'afterPublicId', 'beforePublicId'],
    async change(work, card, to) {
      const { listId, position } = await moveCard(work, card, to);
      return listId !== card.listId || position !== card.position;
    },
  },
  label: {
    takes: ['labelPublicId', 'remove'],
    needs: ['labelPublicId'],
    async change(work, card, { labelPublicId = '', remove = false }) {
      const label = await findLabel(work.tx, card, labelPublicId);
      if (!label) throw new Invalid('body/labelPublicId is not a label of the board that the card is on');
      return setLabel(work, card, label, !remove);
    },
  },
  assign: {
    takes: ['memberPublicId', 'remove'],
    needs: ['memberPublicId'],
    async change(work, card, { memberPublicId = '', remove = false }) {
      const member = await findMember(work.tx, card, memberPublicId);
      if (!member) throw new Invalid('body/memberPublicId is not a member of the workspace');
      return setMember(work, card, member, !remove, 'body/memberPublicId');
    },
  },
  due: {
    takes: ['dueDate'],
    needs: ['dueDate'],
    change(work, card, { dueDate = null }) {
      return changeTexts(work, card, { ...card, dueAt: dueDate === null ? null : dueAtOf(dueDate) });
    },
  },
};

/**
 * Carries out many operations on cards of one workspace, in their order: all of them, or none. Each takes the same
 * number of statements, however many there are.
 */
export async function changeCards(work: Work, operations: readonly CardOperation[]) {
  for (const [place, operation] of operations.entries()) checkDetails(place, operation);
  work.quiet();
  await holdAll(work, operations);
  const results: { cardPublicId: string; changed: boolean }[] = [];
  let workspaceId: string | undefined;
  for (const [place, operation] of operations.entries()) {
    const { cardPublicId, type } = operation;
    const field = `operations/${place}/cardPublicId`;
    const card = await fromBody(field, work.grant('card', cardPublicId, 'card:edit'));
    workspaceId ??= card.workspaceId;
    if (card.workspaceId !== workspaceId) throw new Invalid(`body/${field} is a card in another workspace`);
    const changed = await within(place, kinds[type].change(work, card, operation));
    results.push({ cardPublicId, changed });
  }
  return { results };
}

const details = [...new Set(Object.values(kinds).flatMap(({ takes }) => takes))];

/** Throws `Invalid` for an operation that lacks what its type needs, or has what belongs to another type. */
function checkDetails(place: number, operation: CardOperation): void {
  const { takes, needs } = kinds[operation.type];
  const given = details.filter((each) => operation[each] !== undefined);
  const stray = given.find((each) => !takes.includes(each));
  if (stray)
    throw new Invalid(`body/operations/${place}/${stray} is not allowed for the type ${operation.type}`);
  if (needs.length === 0 || needs.some((each) => given.includes(each))) return;
  throw new Invalid(
    `body/operations/${place} must have ${needs.join(' or ')}: its type is ${operation.type}`,
  );
}

/** Makes what is wrong with an operation name the place of the operation in the body. */
async function within<T>(place: number, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(...error.issues.map((issue) => issue.replace(/^body\//, `body/operations/${place}/`)));
  }
}
