import type { IconNode } from 'lucide';
import { Calendar, CircleDot, Hash, SquareCheck, TextCursor, User } from 'lucide';
import type { Field } from '../../contract/field-shapes.ts';
import type { FieldType } from '../../contract/field-types.ts';
import { chosenIn, dateOf, fieldsOf, wordsOf } from '../board/field-values.ts';
import type { OpenBoard } from '../board/open.ts';
import { ValuePicks } from '../card/field-picks.tsx';
import type { PicksProps } from '../card/picks.tsx';
import { localOf } from '../messages/days.ts';
import { viewTexts } from '../messages/views.ts';
import type { Card, Property } from './property.ts';

/* The fields of a board as properties: shown, sorted, summed, grouped by their options, and chosen by their picker. */

const icons: Partial<Record<FieldType, IconNode>> = {
  number: Hash,
  money: Hash,
  rating: Hash,
  date: Calendar,
  select: CircleDot,
  'multi-select': CircleDot,
  checkbox: SquareCheck,
  person: User,
};

export const fieldProperties = (board: OpenBoard): Property[] =>
  fieldsOf(board).map((field) => propertyOf(board, field));

function propertyOf(board: OpenBoard, field: Field): Property {
  const { publicId: id, name, type, options, shownOnTile } = field;
  const isNumber = type === 'number' || type === 'money';
  const valueOf = (card: Card) => card.fields?.[id];
  const text = (card: Card): string => {
    const value = valueOf(card);
    return value === undefined ? '' : wordsOf(board, field, value);
  };
  return {
    id,
    name,
    icon: icons[type] ?? TextCursor,
    width: 8,
    ...(shownOnTile ? { isUsual: true as const } : {}),
    ...(isNumber ? { isNumber: true as const } : {}),
    sortBy: (card) => {
      const value = valueOf(card);
      if (typeof value === 'number') return value;
      if (value !== undefined && type === 'date') return localOf(dateOf(String(value))).getTime();
      // As its options are ordered.
      if (value !== undefined && type === 'select')
        return options.findIndex((each) => each.publicId === value);
      return text(card) || undefined;
    },
    ...(options.length > 0 ? { groups: () => groupsOf(field) } : {}),
    cell: (card) => {
      const value = valueOf(card);
      if (value === undefined || options.length === 0) return text(card);
      return chosenIn(field, value).map((option) => (
        <span key={option.publicId} class="label" style={{ '--colour': option.colour }}>
          {option.name}
        </span>
      ));
    },
    text,
    Picks: ({ board: on, cards: [cardId = ''], close }: PicksProps) => (
      <ValuePicks
        board={on}
        cardId={cardId}
        field={field}
        value={on.store.get('card', cardId).value?.fields?.[id]}
        close={close}
      />
    ),
    ...(isNumber
      ? {
          foot: (cards: readonly Card[]) => {
            const sum = cards.reduce((total, card) => total + Number(valueOf(card) ?? 0), 0);
            return viewTexts.sum(wordsOf(board, field, sum));
          },
        }
      : {}),
  };
}

const groupsOf = ({ publicId: field, options }: Field) => ({
  all: [
    ...options.map(({ publicId: id, name, colour }) => ({
      id,
      name,
      mark: (
        <span class="label" style={{ '--colour': colour }}>
          {name}
        </span>
      ),
      isNamed: true as const,
    })),
    { id: '', name: viewTexts.none },
  ],
  of: (card: Card): readonly string[] => {
    const value = card.fields?.[field];
    const ids = Array.isArray(value) ? value : value === undefined ? [] : [String(value)];
    return ids.length > 0 ? ids : [''];
  },
});
