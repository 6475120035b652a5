import { Type } from 'typebox';

/* What tools tell is short: ids and names, since a model pays for each word and has room for few. */

const longestTitle = 200;

export const shortened = (text: string, most = longestTitle): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;

/** Leaves out what says nothing. */
export const told = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

interface Person {
  publicId: string;
  email: string | null;
  user: { name: string | null } | null;
}

const nameOf = ({ user, email }: Person): string => user?.name ?? email ?? 'someone';

/** A member with the id that other tools take. */
export const member = (person: Person) => ({ publicId: person.publicId, name: nameOf(person) });

interface CardOnBoard {
  publicId: string;
  title: string;
  cardNumber: number;
  dueDate: string | null;
  labels: readonly { name: string }[];
  members: readonly Person[];
}

/** A card as one of many. */
export const cardLine = ({ publicId, title, cardNumber, dueDate, labels, members }: CardOnBoard) =>
  told({
    publicId,
    cardNumber,
    title: shortened(title),
    dueDate,
    labels: labels.map(({ name }) => name),
    members: members.map(nameOf),
  });

/** What continues a page. */
export const cursorOf = (name: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: `The \`${name}\` of the previous result` }),
  );

/** Characters of the longest result. */
const longestResult = 40_000;

/** A result as compact JSON; one that is too long is cut here and there, which it says. */
export function resultText(result: unknown): string {
  let text = JSON.stringify(result);
  for (let most = 1000; text.length > longestResult; most /= 2) text = JSON.stringify(cut(result, most));
  return text;
}

/** Shortens texts to `most` characters, and arrays to a fifth as many entries. */
function cut(value: unknown, most: number): unknown {
  if (typeof value === 'string') return shortened(value, most);
  if (Array.isArray(value)) {
    const kept = value.slice(0, Math.ceil(most / 5)).map((each) => cut(each, most));
    return kept.length < value.length ? [...kept, `… (${value.length - kept.length} more)`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, most)]));
}
