import type { ReplyOf } from '../../contract/operation.ts';
import type { routes } from '../../contract/routes.ts';
import type { Part } from './mutation.ts';

type Reply = ReplyOf<typeof routes.cards.get>;

export interface WholeCard extends Pick<Reply, 'title' | 'cardNumber' | 'description'> {
  cardPrefix: string;
  listPublicId: string;
  /** Absent in data stored by an older version. */
  boardPublicId?: string;
  workspacePublicId?: string;
  /** Absent in data stored by an older version, and on a card that was not read yet. */
  completedBy?: string | null;
  checklists: readonly (Omit<Reply['checklists'][number], 'items' | 'index'> & {
    items: readonly Omit<Reply['checklists'][number]['items'][number], 'index' | 'due'>[];
  })[];
  attachments: readonly Reply['attachments'][number][];
}

/** The card with these changes applied. */
export const withParts = (card: WholeCard, parts: readonly Part[]): WholeCard => parts.reduce(over, card);

function over(card: WholeCard, part: Part): WholeCard {
  switch (part.kind) {
    case 'description':
      return { ...card, description: part.fields.description };
    case 'attachment':
      return { ...card, attachments: withFile(card.attachments, part) };
    case 'checklist':
      return {
        ...card,
        checklists: changed(card.checklists, part, { publicId: part.id, name: '', items: [] }),
      };
    case 'item': {
      const checklists = card.checklists.map((each) =>
        each.publicId === part.checklistId ? { ...each, items: itemsWith(each.items, part) } : each,
      );
      return { ...card, checklists };
    }
    case 'comment':
    case 'reaction':
    case 'relation':
    case 'watch':
      return card;
  }
}

const withFile = (files: WholeCard['attachments'], { id, fields }: Part & { kind: 'attachment' }) =>
  fields === null
    ? files.filter(({ publicId }) => publicId !== id)
    : files.map((each) => (each.publicId === id ? { ...each, ...fields } : each));

type Items = WholeCard['checklists'][number]['items'];

function itemsWith(items: Items, part: Part & { kind: 'item' }): Items {
  const { index, ...given } = part.fields ?? {};
  // An item that is opened again loses what showed that it was done; who completed one is known when it is read again.
  const fields =
    given.completed === undefined
      ? given
      : { evidence: null, completedAt: null, completedBy: null, ...given };
  const next = changed(
    items,
    { ...part, fields: part.fields && fields },
    { publicId: part.id, title: '', completed: false },
  );
  const moved = next.find(({ publicId }) => publicId === part.id);
  if (index === undefined || !moved) return next;
  return next.filter((each) => each !== moved).toSpliced(index, 0, moved);
}

/** Changes, adds or removes one thing. A change does not bring back a thing that is gone. */
function changed<T extends { publicId: string }>(
  things: readonly T[],
  { id, fields, isNew }: { id: string; fields: Partial<T> | null; isNew?: true },
  made: T,
): readonly T[] {
  if (fields === null) return things.filter(({ publicId }) => publicId !== id);
  if (isNew && !things.some(({ publicId }) => publicId === id)) return [...things, { ...made, ...fields }];
  return things.map((each) => (each.publicId === id ? { ...each, ...fields } : each));
}
