import { type Fields, textOf, textsOf } from '../boardtool-json/fields.ts';
import type { ImportedBoard } from '../imported-board.ts';
import type { Parts } from '../reading/parts.ts';

/** WeKan's colours by name: most are those of CSS. */
const colours = new Map<string, string>([
  ['white', '#ffffff'],
  ['green', '#3cb500'],
  ['yellow', '#fad900'],
  ['orange', '#ff9f19'],
  ['red', '#eb4646'],
  ['purple', '#a632db'],
  ['blue', '#0079bf'],
  ['sky', '#00c2e0'],
  ['lime', '#51e898'],
  ['pink', '#ff78cb'],
  ['black', '#4d4d4d'],
  ['silver', '#c0c0c0'],
  ['peachpuff', '#ffdab9'],
  ['crimson', '#dc143c'],
  ['plum', '#dda0dd'],
  ['darkgreen', '#006400'],
  ['slateblue', '#6a5acd'],
  ['magenta', '#ff00ff'],
  ['gold', '#ffd700'],
  ['navy', '#000080'],
  ['gray', '#808080'],
  ['saddlebrown', '#8b4513'],
  ['paleturquoise', '#afeeee'],
  ['mistyrose', '#ffe4e1'],
  ['indigo', '#4b0082'],
]);

/** A colour by its name, or as a code; null for none, and for one that is not in the table. */
export const colourNamed = (colour: string): string | null =>
  /^#[0-9a-f]{6}$/i.test(colour) ? colour : (colours.get(colour) ?? null);

/** For colours that are not in this table, and for swimlanes. */
const grey = '#8c9bab';

/** The labels of a board, and those made from its swimlanes. A label without a name is named by its colour. */
export function labelsOf(parts: Parts, swimlanes: readonly string[]) {
  const places = new Map<string, number>();
  const ofSwimlanes = new Map<string, number>();
  const labels: ImportedBoard['labels'] = [];
  for (const { _id, name, color } of parts.list('labels')) {
    const id = textOf(_id);
    if (places.has(id)) continue;
    const colour = textOf(color);
    const colourCode = colourNamed(colour) ?? grey;
    places.set(id, labels.push({ name: textOf(name).trim() || colour || 'no colour', colourCode }) - 1);
  }
  for (const name of swimlanes) ofSwimlanes.set(name, labels.push({ name, colourCode: grey }) - 1);
  return {
    labels,
    on: ({ labelIds }: Fields, swimlane: string): number[] => [
      ...new Set([
        ...textsOf(labelIds).flatMap((id) => places.get(id) ?? []),
        ...[ofSwimlanes.get(swimlane)].filter((place) => place !== undefined),
      ]),
    ],
  };
}
