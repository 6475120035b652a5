import { type Fields, listOf, textOf, textsOf } from './fields.ts';

/** The board tool's colours as its pages show them, by name. */
const colours: Readonly<Record<string, string>> = {
  green: '#4bce97',
  yellow: '#f5cd47',
  orange: '#fea362',
  red: '#f87168',
  purple: '#9f8fef',
  blue: '#579dff',
  sky: '#6cc3e0',
  lime: '#94c748',
  pink: '#e774bb',
  black: '#8590a2',
  green_light: '#baf3db',
  yellow_light: '#f8e6a0',
  orange_light: '#fedec8',
  red_light: '#ffd5d2',
  purple_light: '#dfd8fd',
  blue_light: '#cce0ff',
  sky_light: '#c6edfb',
  lime_light: '#d3f1a7',
  pink_light: '#fdd0ec',
  black_light: '#dcdfe4',
  green_dark: '#1f845a',
  yellow_dark: '#946f00',
  orange_dark: '#c25100',
  red_dark: '#c9372c',
  purple_dark: '#6e5dc6',
  blue_dark: '#0c66e4',
  sky_dark: '#227d9b',
  lime_dark: '#5b7f24',
  pink_dark: '#ae4787',
  black_dark: '#626f86',
};

/** A colour by its name; null for none, and for one that is not in the table. */
export const colourNamed = (name: string): string | null =>
  Object.hasOwn(colours, name) ? (colours[name] ?? null) : null;

/** For a label without a colour, or with one that is not in this table. */
const grey = '#8c9bab';

export interface Labels {
  /** Grows by labels that only cards name. */
  labels: { name: string; colourCode: string }[];
  /** Adds the labels that a card contains. */
  see(card: Fields): void;
  /** The indexes of the labels of a card. */
  on(card: Fields): number[];
}

/** The labels of a board, and those that only its cards name. A label without a name is named by its colour. */
export function readLabels(board: Fields): Labels {
  const places = new Map<string, number>();
  const labels: Labels['labels'] = [];
  const take = (label: Fields) => {
    const key = keyOf(label);
    if (places.has(key)) return;
    const colour = textOf(label.color);
    const name = textOf(label.name).trim() || colour.replaceAll('_', ' ') || 'no colour';
    places.set(key, labels.push({ name, colourCode: colourNamed(colour) ?? grey }) - 1);
  };
  listOf(board.labels).forEach(take);
  return {
    labels,
    see: (card) => listOf(card.labels).forEach(take),
    on: (card) =>
      [...new Set([...textsOf(card.idLabels), ...listOf(card.labels).map(keyOf)])].flatMap(
        (key) => places.get(key) ?? [],
      ),
  };
}

/** Labels of old exports have no id. */
const keyOf = (label: Fields): string => textOf(label.id) || `${textOf(label.color)} ${textOf(label.name)}`;
