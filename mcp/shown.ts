/* Results are short: ids and names, since each word costs tokens and the context of a model is limited. */

/** Omits empty fields. */
export const withoutEmpty = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value))) as Partial<T>;

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

export interface Person {
  publicId: string;
  email: string | null;
  user: { id: string; name: string | null } | null;
}

export const nameOf = ({ user, email }: Person): string => user?.name ?? email ?? 'someone';

/** A member with the id that other tools take. */
export const member = (person: Person) => ({ publicId: person.publicId, name: nameOf(person) });

interface CardOnBoard {
  publicId: string;
  title: string;
  cardNumber: number;
  dueDate: string | null;
  labels: readonly { name: string }[];
  members: readonly Person[];
  archivedAt?: string | null;
  isDone?: boolean;
}

/** A card as an entry of a list. */
export const cardLine = ({
  publicId,
  title,
  cardNumber,
  dueDate,
  labels,
  members,
  archivedAt,
  isDone,
}: CardOnBoard) => ({
  publicId,
  ...withoutEmpty({
    cardNumber,
    title,
    archived: archivedAt,
    done: isDone,
    dueDate,
    labels: labels.map(({ name }) => name),
    members: members.map(nameOf),
  }),
});

/**
 * Reads a page of cards with whether each is done, which their shape does not say: those that are done come in the same order, so
 * as many of them as are on the page include all on it.
 */
export async function withDone<C extends { publicId: string }, P extends { cards: readonly C[] }>(
  read: (completed: boolean | undefined) => Promise<P>,
  completed: boolean | undefined,
) {
  const [page, done] = await Promise.all([read(completed), completed === undefined ? read(true) : undefined]);
  const ids = new Set(done?.cards.map(({ publicId }) => publicId));
  const cards = page.cards.map((card) => ({ ...card, isDone: completed ?? ids.has(card.publicId) }));
  return { ...page, cards };
}

/** Maximum length of an excerpt: enough to recognise the right card. */
const longestExcerpt = 200;

/** The beginning of a text; every result calls it an excerpt, so that it is not mistaken for the whole text. */
export const excerptOf = (text: string): string =>
  text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt).toWellFormed()}…`;
