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
import { maxFaces } from '../board/card.tsx';
import { shortDate } from '../board/due.ts';
import type { OpenBoard } from '../board/open.ts';
import { LabelPicks, MemberPicks } from '../card/picks.tsx';
import { viewTexts } from '../messages/views.ts';
import { Avatar } from '../ui/avatar.tsx';
import { dateOf, titleOf } from './date-property.tsx';
import { fieldProperties } from './field-property.tsx';
import { ListPicks } from './list-picks.tsx';
import type { Card, Change, Property } from './property.ts';
import { idsFrom, listFrom, toList, yesFrom } from './written.ts';

/*
 * The properties of cards, for the columns, groups and lanes of views. A new one is a row in `propertiesOf()`, and appears
 * wherever properties are chosen.
 */

const texts = () => viewTexts.properties;

/** How many of them every view has, before all others. */
export const fixedColumns = 2;

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
  ...fieldProperties(board),
];

function keyOf({ follower }: OpenBoard): Property {
  const prefix = follower.workspace.value.cardPrefix;
  const text = ({ cardNumber }: Card) =>
    cardNumber ? (prefix ? `${prefix}-${cardNumber}` : `#${cardNumber}`) : '';
  return {
    id: 'key',
    name: texts().key,
    icon: Hash,
    width: 6,
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
    width: 7.5,
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
    cell: ({ memberPublicIds: ids }) => (
      <span class="people">
        {ids.slice(0, maxFaces).map(face)}
        {ids.length > maxFaces && <span class="avatar on-card-tile more">+{ids.length - maxFaces}</span>}
      </span>
    ),
    text,
    write: ({ memberPublicIds: ids }, given) => {
      const found = idsFrom(members(), given);
      return found && turned(ids, found, change);
    },
    Picks: MemberPicks,
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
  title: ({ completedAt }) => titleOf(completedAt),
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
