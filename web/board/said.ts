import { t } from '../messages/t.ts';
import type { Store } from '../sync/store.ts';
import type { Change } from '../sync/turn-back.ts';
import type { Step, Undone } from '../sync/undo.ts';

/* Descriptions of what was done on a board. */

type Card = Extract<Change, { kind: 'card' }>;

type What = Exclude<
  keyof typeof t.undo,
  'undo' | 'redo' | 'undone' | 'redone' | 'movedTo' | 'named' | 'cards' | 'left' | 'leftSome'
>;

/** Describes a step. */
export function textOf(store: Store, { changes, own }: Step): string {
  if (own) return own.text;
  // If lists changed, describe the first: its cards come and go with it.
  const [list] = changes.filter(({ kind }) => kind === 'list');
  const about = list ? [list] : changes;
  const whats = new Set(about.map(whatOf));
  const [what = 'changed'] = whats.size === 1 ? whats : [];
  const to = what === 'moved' ? onlyListOf(about) : undefined;
  const name = store.get('list', to ?? '').peek()?.name;
  const subject = subjectOf(about);
  return name === undefined ? t.undo[what](subject) : t.undo.movedTo(subject, name);
}

/** Describes what could not be undone; undefined if everything was. */
export function leftText({ left, isDone, step: { own } }: Undone): string | undefined {
  if (left.length === 0 && isDone) return undefined;
  if (own) return own.left;
  return left.length > 1 ? t.undo.leftSome(left.length) : t.undo.left(subjectOf(left));
}

const nameOf = ({ before, after }: Change): string => {
  const thing = after ?? before;
  return thing && 'title' in thing ? thing.title : thing && 'name' in thing ? thing.name : '';
};

const subjectOf = (changes: readonly Change[]): string => {
  const [first] = changes;
  return changes.length === 1 && first ? t.undo.named(nameOf(first)) : t.undo.cards(changes.length);
};

function whatOf(change: Change): What {
  const { before, after, archived } = change;
  if (!before) return archived ? 'restored' : 'made';
  if (!after) return archived ? 'archived' : 'deleted';
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  ) as string[];
  const [field = ''] = changed;
  // A card that was put into another list may be done there.
  const others = changed.filter((each) => each !== 'completedAt');
  if (others.length > 0 && others.every((each) => places.includes(each))) return 'moved';
  if (changed.length > 1) return 'changed';
  if (field === 'archivedAt') return (after as Card['after'])?.archivedAt === null ? 'restored' : 'archived';
  return whats[field] ?? 'changed';
}

const places = ['listPublicId', 'orderKey'];

const whats: Readonly<Record<string, What>> = {
  labelPublicIds: 'labelled',
  memberPublicIds: 'assigned',
  dueDate: 'dated',
  title: 'renamed',
  name: 'renamed',
};

/** The list that all cards were moved to, if they came from others. */
function onlyListOf(changes: readonly Change[]): string | undefined {
  const cards = changes.filter((each) => each.kind === 'card');
  const lists = new Set(cards.map(({ after }) => after?.listPublicId));
  return cards.length > 0 && lists.size === 1 ? [...lists][0] : undefined;
}
