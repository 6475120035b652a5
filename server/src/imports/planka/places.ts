import { textOf } from '../boardtool-json/fields.ts';
import type { ImportedBoard, ImportedPerson } from '../imported-board.ts';
import { grouped, type Parts } from '../reading/parts.ts';
import { byPosition } from './parts.ts';

/** PLANKA's colours of labels by name; mostly the codes that version 2 converted them to. */
const colours = new Map<string, string>([
  ['berry-red', '#e04556'],
  ['pumpkin-orange', '#f0982d'],
  ['lagoon-blue', '#109dc0'],
  ['pink-tulip', '#f97394'],
  ['light-mud', '#c7a57b'],
  ['orange-peel', '#fab623'],
  ['bright-moss', '#a5c261'],
  ['antique-blue', '#6c99bb'],
  ['dark-granite', '#8b8680'],
  ['lagune-blue', '#00b4b1'],
  ['turquoise-sea', '#00b4b1'],
  ['sunny-grass', '#bfca02'],
  ['morning-sky', '#52bad5'],
  ['light-orange', '#ffc66d'],
  ['midnight-blue', '#004d73'],
  ['tank-green', '#8aa177'],
  ['gun-metal', '#355263'],
  ['wet-moss', '#4a8753'],
  ['red-burgundy', '#ad5f7d'],
  ['light-concrete', '#afb0a4'],
  ['apricot-red', '#fc736d'],
  ['desert-sand', '#edcb76'],
  ['navy-blue', '#166a8f'],
  ['egg-yellow', '#f7d036'],
  ['coral-green', '#2b6a6c'],
  ['light-cocoa', '#87564a'],
]);

/** A colour by its name, or as a code; null for none, and for one that is not in the table. */
export const colourNamed = (colour: string): string | null =>
  /^#[0-9a-f]{6}$/i.test(colour) ? colour : (colours.get(colour) ?? null);

/** For a colour that is not in this table. */
const grey = '#8c9bab';

/** The labels and people of a board, and which of them are on a card. */
export function placesOf(parts: Parts) {
  const labels: ImportedBoard['labels'] = [];
  const people: ImportedPerson[] = [];
  const labelPlaces = new Map<string, number>();
  const personPlaces = new Map<string, number>();
  for (const { id, name, color } of parts.list('labels').toSorted(byPosition)) {
    if (labelPlaces.has(textOf(id))) continue;
    const colour = textOf(color);
    const colourCode = colourNamed(colour) ?? grey;
    labelPlaces.set(
      textOf(id),
      labels.push({ name: textOf(name).trim() || colour.replaceAll('-', ' ') || 'no name', colourCode }) - 1,
    );
  }
  const known = new Map(parts.list('users').map((user) => [textOf(user.id), user]));
  const person = (value: unknown): number | null => {
    const id = textOf(value);
    if (id === '') return null;
    const { name, username, email } = known.get(id) ?? {};
    const called = textOf(username).trim();
    const place =
      personPlaces.get(id) ??
      people.push({
        name: textOf(name).trim() || called || 'Former member',
        email: textOf(email).trim() || null,
        username: called || `planka-${id}`,
      }) - 1;
    personPlaces.set(id, place);
    return place;
  };
  const labelsOf = grouped(parts.list('cardLabels'), ({ cardId }) => textOf(cardId));
  const membersOf = grouped(parts.list('cardMemberships'), ({ cardId }) => textOf(cardId));
  return {
    labels,
    people,
    person,
    labelsOn: (card: string): number[] => [
      ...new Set(labelsOf(card).flatMap(({ labelId }) => labelPlaces.get(textOf(labelId)) ?? [])),
    ],
    membersOn: (card: string): number[] => [
      ...new Set(membersOf(card).flatMap(({ userId }) => person(userId) ?? [])),
    ],
  };
}
