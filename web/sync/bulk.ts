import type { api } from '../../contract/api.ts';
import type { BodyOf } from '../../contract/operation.ts';
import { withCover } from './card-values.ts';
import { completionIn } from './completion.ts';
import { type Effect, type Entities, type Mutation, newKey } from './mutation.ts';
import { keyBetween } from './neighbours.ts';
import type { Store } from './store.ts';

/** One of the operations of `POST /cards/bulk`. */
export type CardOperation = BodyOf<typeof api.cards.bulk>['operations'][number];

type Card = Entities['card'];

/** The max number of operations per request. */
const most = 200;

/**
 * Turns card operations into as few requests as possible, and shows their effects at once. The operations of one
 * request are applied all or none. A card restored from the trash is no longer in the store: `gone` holds its last
 * state.
 */
export function bulk(
  store: Store,
  operations: readonly CardOperation[],
  gone: ReadonlyMap<string, Card> = new Map(),
): Mutation[] {
  const shown = new Scratch(store, gone);
  const chunks = Array.from({ length: Math.ceil(operations.length / most) }, (_, index) =>
    operations.slice(index * most, (index + 1) * most),
  );
  return chunks.map((chunk) => {
    const [first] = chunk;
    const title = shown.card(first?.cardPublicId ?? '')?.title ?? '';
    const sent: CardOperation[] = [];
    const effects = chunk.flatMap((each) => {
      const operation = shown.completed(each);
      sent.push(operation);
      return shown.carryOut(operation);
    });
    return {
      id: newKey(),
      title,
      effects,
      operation: ['cards', 'bulk'],
      input: { body: { operations: sent } },
    };
  });
}

/** The shown state with the operations so far applied to it. */
class Scratch {
  readonly #store: Store;
  readonly #gone: ReadonlyMap<string, Card>;
  readonly #cards = new Map<string, Card | undefined>();
  readonly #orders = new Map<string, string[]>();

  constructor(store: Store, gone: ReadonlyMap<string, Card>) {
    this.#store = store;
    this.#gone = gone;
  }

  card(id: string): Card | undefined {
    return this.#cards.has(id) ? this.#cards.get(id) : this.#store.peek('card', id);
  }

  /** A move that says whether the card is done then. */
  completed(operation: CardOperation): CardOperation {
    const { type, cardPublicId, listPublicId, completedAt } = operation;
    if (type !== 'move' || listPublicId === undefined || completedAt !== undefined) return operation;
    return { ...operation, ...completionIn(this.#store, listPublicId, this.card(cardPublicId)) };
  }

  carryOut(operation: CardOperation): Effect[] {
    const id = operation.cardPublicId;
    const card = this.card(id);
    const lost = this.#gone.get(id);
    if (!card && operation.type === 'restore' && lost) {
      this.#cards.set(id, lost);
      return [{ kind: 'card', id, fields: lost, isNew: true }];
    }
    if (!card) return [];
    const fields = this.#fieldsOf(operation, card);
    if (fields === undefined) return [];
    this.#cards.set(id, fields === null ? undefined : { ...card, ...fields });
    return [{ kind: 'card', id, fields }];
  }

  #fieldsOf(operation: CardOperation, card: Card): Partial<Card> | null | undefined {
    const { type, labelPublicId, memberPublicId, remove } = operation;
    const turned = (ids: readonly string[], id: string | undefined): string[] => [
      ...ids.filter((each) => each !== id),
      ...(remove || id === undefined ? [] : [id]),
    ];
    switch (type) {
      case 'move':
        return this.#place(operation, card);
      case 'label':
        return { labelPublicIds: turned(card.labelPublicIds, labelPublicId) };
      case 'assign':
        return { memberPublicIds: turned(card.memberPublicIds, memberPublicId) };
      case 'due':
        return { dueDate: operation.dueDate ?? null };
      case 'change': {
        const { type: _type, cardPublicId: _id, cover, ...fields } = operation;
        return { ...(fields as Partial<Card>), ...(cover === undefined ? {} : withCover(card, cover)) };
      }
      case 'archive':
        return { archivedAt: new Date().toISOString() };
      case 'restore':
        return { archivedAt: null };
      case 'delete':
        return null;
      case 'duplicate':
        // The server assigns the copy's id.
        return undefined;
    }
  }

  #place(operation: CardOperation, card: Card): Partial<Card> {
    const { listPublicId, afterPublicId, beforePublicId, index, completedAt } = operation;
    const listId = listPublicId ?? card.listPublicId;
    for (const order of [this.#orderOf(card.listPublicId), this.#orderOf(listId)]) {
      const at = order.indexOf(card.publicId);
      if (at >= 0) order.splice(at, 1);
    }
    const order = this.#orderOf(listId);
    const after = afterPublicId ? order.indexOf(afterPublicId) + 1 : -1;
    const before = beforePublicId ? order.indexOf(beforePublicId) : -1;
    const at = after > 0 ? after : before >= 0 ? before : Math.min(index ?? order.length, order.length);
    const keyAt = (place: number): string | null => this.card(order[place] ?? '')?.orderKey ?? null;
    const orderKey = keyBetween(keyAt(at - 1), keyAt(at));
    order.splice(at, 0, card.publicId);
    return { listPublicId: listId, orderKey, ...(completedAt === undefined ? {} : { completedAt }) };
  }

  #orderOf(listId: string): string[] {
    const known = this.#orders.get(listId) ?? [...this.#store.cardsOf(listId).peek()];
    this.#orders.set(listId, known);
    return known;
  }
}
