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
}: CardOnBoard) => ({
  publicId,
  ...withoutEmpty({
    cardNumber,
    title,
    archived: archivedAt,
    dueDate,
    labels: labels.map(({ name }) => name),
    members: members.map(nameOf),
  }),
});

/** Maximum length of an excerpt: enough to recognise the right card. */
const longestExcerpt = 200;

/** The beginning of a text; every result calls it an excerpt, so that it is not mistaken for the whole text. */
export const excerptOf = (text: string): string =>
  text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt).toWellFormed()}…`;
