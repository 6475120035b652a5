import type { IconNode } from 'lucide';
import {
  Calendar,
  CircleCheck,
  Flag,
  Hash,
  List,
  MessageSquare,
  Paperclip,
  SquareCheck,
  Tag,
  Type,
  Users,
} from 'lucide';
import type { ComponentChildren, ComponentType } from 'preact';
import { shortDate } from '../board/due.ts';
import { DueChip } from '../board/due-chip.tsx';
import type { OpenBoard } from '../board/open.ts';
import { DatePicks } from '../card/date-picks.tsx';
import { LabelPicks, MemberPicks, type PicksProps } from '../card/picks.tsx';
import { endOf, localOf, wholeDayOf } from '../messages/days.ts';
import { viewTexts } from '../messages/views.ts';
import type { CardOperation } from '../sync/bulk.ts';
import type { Entities } from '../sync/mutation.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ListPicks } from './list-picks.tsx';
import { changeDate, dateFrom, idsFrom, listFrom, toList, yesFrom } from './written.ts';

/*
 * The properties of cards, for the columns, groups and lanes of views. A new one is a row in `propertiesOf()`, and appears
 * wherever properties are chosen.
 */

export type Card = Entities['card'];

/** What changes a card; the card is added. */
export type Change = Omit<CardOperation, 'cardPublicId'>;

export interface Group {
  /** Empty for cards without the property. */
  id: string;
  name: string;
  /** Before its name. */
  mark?: ComponentChildren;
  /** Whether that has its name in it. */
  isNamed?: true;
}

export interface Groups {
  /** All groups, in order, whether there are cards in them or not. */
  all: readonly Group[];
  /** The ids of the groups that a card is in. */
  of: (card: Card) => readonly string[];
  /** What puts a card from one group into another; undefined if that cannot be said in one way. */
  put?: (card: Card, to: string, from: string) => readonly Change[] | undefined;
}

export interface Property {
  id: string;
  name: string;
  icon: IconNode;
  /** In rems. */
  width: number;
  /** Every view has it, before all others. */
  isFixed?: true;
  /** A view that says nothing of its columns has it. */
  isUsual?: true;
  /** Numbers are at the end side. */
  isNumber?: true;
  /** Cards are sorted by it; those without come last. */
  sortBy: (card: Card) => number | string | undefined;
  /** Read by whoever asks for it, because it subscribes to what the groups are called. */
  groups?: () => Groups;
  cell: (card: Card) => ComponentChildren;
  /** The value as text, as it is copied. */
  text: (card: Card) => string;
  /** What a pasted or written text changes; undefined if it is not understood. */
  write?: (card: Card, text: string) => readonly Change[] | undefined;
  /** Edited where it stands, and not by a picker. */
  isWritten?: true;
  Picks?: ComponentType<PicksProps>;
  /** Below a group of cards: a sum, or how many. */
  foot?: (cards: readonly Card[]) => string;
}

const texts = () => viewTexts.properties;

/** All properties of the cards of a board. */
export const propertiesOf = (board: OpenBoard): readonly Property[] => [
  keyOf(board),
  title,
  listOf(board),
  labelsOf(board),
  membersOf(board),
  dateOf('due', 'dueDate', Calendar),
  dateOf('start', 'startDate', Flag),
  done(),
  items(),
  count('comments', MessageSquare, ({ commentCount }) => commentCount),
  count('files', Paperclip, ({ attachmentCount }) => attachmentCount),
];

function keyOf({ follower }: OpenBoard): Property {
  const prefix = follower.workspace.value.cardPrefix;
  const text = ({ cardNumber }: Card) =>
    cardNumber ? (prefix ? `${prefix}-${cardNumber}` : `#${cardNumber}`) : '';
  return {
    id: 'key',
    name: texts().key,
    icon: Hash,
    width: 5,
    isFixed: true,
    sortBy: ({ cardNumber }) => cardNumber,
    cell: text,
    text,
  };
}

const title: Property = {
  id: 'title',
  get name() {
    return texts().title;
  },
  icon: Type,
  width: 24,
  isFixed: true,
  sortBy: (card) => card.title,
  cell: (card) => card.title,
  text: (card) => card.title,
  write: (_card, text) => {
    const given = text.replace(/\s+/g, ' ').trim().slice(0, 2000);
    return given === '' ? undefined : [{ type: 'change', title: given }];
  },
  isWritten: true,
};

function listOf({ store }: OpenBoard): Property {
  const nameOf = (id: string) => store.get('list', id).value?.name ?? '';
  return {
    id: 'list',
    name: texts().list,
    icon: List,
    width: 9,
    isUsual: true,
    sortBy: ({ listPublicId }) => store.lists.value.indexOf(listPublicId),
    groups: () => ({
      all: store.lists.value.map((id) => ({ id, name: nameOf(id) })),
      of: ({ listPublicId }) => [listPublicId],
      put: (card, to) => toList(card, to),
    }),
    cell: ({ listPublicId }) => nameOf(listPublicId),
    text: ({ listPublicId }) => nameOf(listPublicId),
    write: (card, text) => {
      const id = listFrom(store, text);
      return id === undefined ? undefined : toList(card, id);
    },
    Picks: ListPicks,
  };
}

/** What changes which of some things a card has. */
const turned = (
  before: readonly string[],
  after: readonly string[],
  change: (id: string, remove: { remove?: true }) => Change,
): Change[] => [
  ...before.filter((id) => !after.includes(id)).map((id) => change(id, { remove: true })),
  ...after.filter((id) => !before.includes(id)).map((id) => change(id, {})),
];

/** Moves a card between groups of which it may be in several. */
const fromTo = (ids: readonly string[], to: string, from: string): string[] => [
  ...new Set([...ids.filter((id) => id !== from), ...(to ? [to] : [])]),
];

function labelsOf({ store }: OpenBoard): Property {
  const labels = () => store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  const shownOf = (id: string) => {
    const label = store.get('label', id).value;
    return (
      label && (
        <span key={id} class="label" style={{ '--colour': label.colourCode }}>
          {label.name}
        </span>
      )
    );
  };
  const change = (labelPublicId: string, more: { remove?: true }): Change => ({
    type: 'label',
    labelPublicId,
    ...more,
  });
  const text = (card: Card) =>
    card.labelPublicIds.flatMap((id) => store.get('label', id).value?.name ?? []).join(', ');
  return {
    id: 'labels',
    name: texts().labels,
    icon: Tag,
    width: 11,
    isUsual: true,
    sortBy: (card) => text(card) || undefined,
    groups: () => ({
      all: [
        ...labels().map(({ publicId: id, name }) => ({
          id,
          name,
          mark: shownOf(id),
          isNamed: true as const,
        })),
        { id: '', name: viewTexts.without.labels },
      ],
      of: ({ labelPublicIds: ids }) => (ids.length > 0 ? ids : ['']),
      put: ({ labelPublicIds: ids }, to, from) => turned(ids, to ? fromTo(ids, to, from) : [], change),
    }),
    cell: ({ labelPublicIds: ids }) => ids.slice(0, 6).map(shownOf),
    text,
    write: ({ labelPublicIds: ids }, given) => {
      const found = idsFrom(labels(), given);
      return found && turned(ids, found, change);
    },
    Picks: LabelPicks,
  };
}

function membersOf({ store }: OpenBoard): Property {
  const members = () =>
    store.members.value.flatMap((id) => {
      const member = store.get('member', id).value;
      return member
        ? [{ publicId: id, name: member.user?.name ?? '', isActive: member.status === 'active' }]
        : [];
    });
  const nameOf = (id: string) => store.get('member', id).value?.user?.name ?? '';
  const face = (id: string) => {
    const member = store.get('member', id).value;
    return (
      <Avatar key={id} id={member?.user?.id ?? id} name={member?.user?.name ?? ''} size="on-card-tile" />
    );
  };
  const change = (memberPublicId: string, more: { remove?: true }): Change => ({
    type: 'assign',
    memberPublicId,
    ...more,
  });
  const text = (card: Card) => card.memberPublicIds.map(nameOf).filter(Boolean).join(', ');
  return {
    id: 'members',
    name: texts().members,
    icon: Users,
    width: 7,
    isUsual: true,
    sortBy: (card) => text(card) || undefined,
    groups: () => ({
      all: [
        ...members()
          .filter(({ isActive }) => isActive)
          .map(({ publicId: id, name }) => ({ id, name, mark: face(id) })),
        { id: '', name: viewTexts.without.members },
      ],
      of: ({ memberPublicIds: ids }) => (ids.length > 0 ? ids : ['']),
      put: ({ memberPublicIds: ids }, to, from) => turned(ids, to ? fromTo(ids, to, from) : [], change),
    }),
    cell: ({ memberPublicIds: ids }) => ids.slice(0, 4).map(face),
    text,
    write: ({ memberPublicIds: ids }, given) => {
      const found = idsFrom(members(), given);
      return found && turned(ids, found, change);
    },
    Picks: MemberPicks,
  };
}

const dayMs = 86_400_000;

/** The day this many days from now. */
const inDays = (days: number): string => {
  const now = new Date();
  return wholeDayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

function dateOf(id: 'due' | 'start', field: 'dueDate' | 'startDate', icon: IconNode): Property {
  const { days, without } = viewTexts;
  const put: Record<string, () => string | null> = {
    '': () => null,
    today: () => inDays(0),
    week: () => inDays(7),
  };
  const groupOf = (card: Card): string => {
    const date = card[field];
    if (date === null) return '';
    const start = localOf(inDays(0)).getTime();
    const at = localOf(date).getTime();
    if (id === 'due' && card.completedAt === null && endOf(date) <= Date.now()) return 'overdue';
    if (at < start + dayMs) return id === 'start' || at >= start ? 'today' : 'overdue';
    return at < start + 8 * dayMs ? 'week' : 'later';
  };
  return {
    id,
    name: texts()[id],
    icon,
    width: 10,
    ...(id === 'due' ? { isUsual: true as const } : {}),
    sortBy: (card) => {
      const date = card[field];
      return date === null ? undefined : localOf(date).getTime();
    },
    groups: () => ({
      all: [
        ...(id === 'due' ? [{ id: 'overdue', name: days.overdue }] : []),
        { id: 'today', name: days.today },
        { id: 'week', name: days.week },
        { id: 'later', name: days.later },
        { id: '', name: without[id] },
      ],
      of: (card) => [groupOf(card)],
      put: (card, to) => {
        const day = put[to]?.();
        return day === undefined ? undefined : changeDate(card, field, day);
      },
    }),
    cell: (card) => {
      const date = card[field];
      if (date === null) return null;
      return id === 'due' ? <DueChip date={date} isDone={card.completedAt !== null} /> : shortDate(date);
    },
    text: (card) => card[field]?.replace('T00:00:00.000Z', '') ?? '',
    write: (card, given) => {
      const date = dateFrom(given);
      return date === undefined ? undefined : changeDate(card, field, date);
    },
    Picks: id === 'due' ? DatePicks : (props: PicksProps) => <DatePicks {...props} first="startDate" />,
    ...(id === 'due'
      ? {
          foot: (cards: readonly Card[]) => {
            const late = cards.filter(
              (card) => groupOf(card) === 'overdue' && card.completedAt === null,
            ).length;
            return late > 0 ? viewTexts.overdue(late) : '';
          },
        }
      : {}),
  };
}

const complete = (card: Card, isDone: boolean): Change[] =>
  (card.completedAt !== null) === isDone
    ? []
    : [{ type: 'change', completedAt: isDone ? new Date().toISOString() : null }];

const done = (): Property => ({
  id: 'done',
  name: texts().done,
  icon: CircleCheck,
  width: 7,
  sortBy: ({ completedAt }) => completedAt ?? undefined,
  groups: () => ({
    all: [
      { id: 'open', name: viewTexts.days.open },
      { id: 'done', name: viewTexts.days.done },
    ],
    of: ({ completedAt }) => [completedAt === null ? 'open' : 'done'],
    put: (card, to) => complete(card, to === 'done'),
  }),
  cell: ({ completedAt }) => completedAt && shortDate(completedAt),
  text: ({ completedAt }) => completedAt ?? '',
  write: (card, given) => {
    const isDone = yesFrom(given);
    return isDone === undefined ? undefined : complete(card, isDone);
  },
  foot: (cards) =>
    viewTexts.doneOf(cards.filter(({ completedAt }) => completedAt !== null).length, cards.length),
});

const items = (): Property => ({
  id: 'items',
  name: texts().items,
  icon: SquareCheck,
  width: 8,
  isUsual: true,
  sortBy: ({ itemCount, completedItemCount }) => (itemCount > 0 ? completedItemCount / itemCount : undefined),
  cell: ({ itemCount, completedItemCount }) =>
    itemCount > 0 && (
      <>
        <progress value={completedItemCount} max={itemCount} aria-hidden="true" />
        {completedItemCount}/{itemCount}
      </>
    ),
  text: ({ itemCount, completedItemCount }) => (itemCount > 0 ? `${completedItemCount}/${itemCount}` : ''),
});

function count(id: 'comments' | 'files', icon: IconNode, of: (card: Card) => number): Property {
  const sum = (cards: readonly Card[]) => cards.reduce((total, card) => total + of(card), 0);
  return {
    id,
    name: texts()[id],
    icon,
    width: 6.5,
    isNumber: true,
    sortBy: (card) => of(card) || undefined,
    cell: (card) => of(card) || null,
    text: (card) => String(of(card)),
    foot: (cards) => viewTexts.sum(String(sum(cards))),
  };
}
