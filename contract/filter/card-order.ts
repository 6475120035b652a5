import type { Static } from 'typebox';
import type { LiveCard } from '../live-shapes.ts';
import type { Reader } from './card-passes.ts';
import { fieldKey, fieldsNamed, textKey } from './fields.ts';
import type { Filter, Sort } from './tree.ts';
import { isOwnSort } from './unknown.ts';

/* The order of cards on a page. What has no value comes last, in either direction; the rest stays in the order of the board. */

type Card = Static<typeof LiveCard>;
type Key = string | number | null;

/** What orders by one thing are asked of the service: tiles do not tell when a card was created or changed. */
const orderQuestion = ({ by, descending }: Sort): string[] => {
  const name = by.toLowerCase();
  return name === 'created' || name === 'updated' ? [`sort:${descending ? '-' : ''}${name}`] : [];
};

export const orderQuestionsIn = ({ sort }: Filter): string[] => sort.flatMap(orderQuestion);

/** How two cards compare; undefined for the order of the board. */
export function cardOrder({ sort }: Filter, reader: Reader): ((a: Card, b: Card) => number) | undefined {
  const orders = sort.flatMap((each) => {
    const key = keyOf(each, reader);
    return key ? [{ key, sign: each.descending ? -1 : 1 }] : [];
  });
  if (orders.length === 0) return undefined;
  return (a, b) => {
    for (const { key, sign } of orders) {
      const [one, other] = [key(a), key(b)];
      if (one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other ? -sign : sign;
    }
    return 0;
  };
}

const timeOf = (date: string | null): Key => (date === null ? null : Date.parse(date));

const keys: Record<string, (card: Card) => Key> = {
  title: ({ title }) => textKey(title),
  number: ({ cardNumber }) => cardNumber,
  due: ({ dueDate }) => timeOf(dueDate),
  start: ({ startDate }) => timeOf(startDate),
  completed: ({ completedAt }) => timeOf(completedAt),
};

function keyOf(sort: Sort, reader: Reader): ((card: Card) => Key) | undefined {
  const [question] = orderQuestion(sort);
  if (question !== undefined) {
    // The answer begins with what comes first, in either direction: it may be cut.
    const sign = sort.descending ? -1 : 1;
    const places = new Map([...(reader.answered(question) ?? [])].map((id, place) => [id, sign * place]));
    return ({ publicId }) => places.get(publicId) ?? null;
  }
  if (isOwnSort(sort.by)) return keys[sort.by.toLowerCase()];
  const [field] = fieldsNamed(sort.by, reader.fields);
  if (!field) return undefined;
  const names = new Map(reader.candidates('member').map(({ id, name }) => [id, name]));
  return ({ fields: of = {} }) => {
    const value = of[field.publicId];
    return fieldKey(field, Array.isArray(value) ? value[0] : value, (id) => names.get(id));
  };
}
