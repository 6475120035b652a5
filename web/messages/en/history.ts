import type { HistoryType } from '../../../contract/events.ts';
import type { FieldThen } from '../../../contract/field-shapes.ts';
import { type RelationType, relationTypes } from '../../../contract/relation-types.ts';
import { localOf } from '../days.ts';
import { longDay } from '../formats.ts';
import { byKey } from './by.ts';
import { counted, list, word } from './counts.ts';

/* Texts of a card's history; the author's name comes before them. */

/** The data of a history entry. */
interface Happened {
  fromTitle: string | null;
  toTitle: string | null;
  toDescription: string | null;
  toDueDate: string | null;
  change?: { from: unknown; to: unknown } | null;
  fromList: { name: string } | null;
  toList: { name: string } | null;
  label: { name: string } | null;
  member: { user: { id: string | null; name: string | null } } | null;
  user: { id: string };
  attachment: { originalFilename: string } | null;
}

const nothing: Happened = {
  fromTitle: null,
  toTitle: null,
  toDescription: null,
  toDueDate: null,
  fromList: null,
  toList: null,
  label: null,
  member: null,
  user: { id: '' },
  attachment: null,
};

const last = (all: readonly Happened[]): Happened => all.at(-1) ?? nothing;
const and = (names: readonly (string | null | undefined)[]): string =>
  list([...new Set(names.map((name) => `“${name ?? '…'}”`))]);
const words = (all: readonly unknown[], one: string): string => word(all.length, one, `${one}s`);
const items = (all: readonly unknown[]): string => counted(all.length, 'item', 'items');
const titleOf = ({ fromTitle, toTitle }: Happened) => toTitle ?? fromTitle;
const fileOf = ({ attachment }: Happened) => attachment?.originalFilename;
const nameOf = ({ member }: Happened) => member?.user.name;
const isThemselves = ({ member, user }: Happened): boolean => member?.user.id === user.id;
const dayOf = (at: string | null): string => (at === null ? '' : longDay(localOf(at)));

/** What was noted of this card and another, which not everyone may see. */
const relating: Readonly<Record<RelationType, Record<'added' | 'removed', string>>> = {
  blocks: {
    added: 'marked this card as blocking another',
    removed: 'noted that this card no longer blocks another',
  },
  'blocked-by': {
    added: 'marked this card as blocked by another',
    removed: 'noted that another card no longer blocks this one',
  },
  relates: { added: 'related this card to another', removed: 'removed a related card' },
  duplicates: {
    added: 'marked this card as a duplicate of another',
    removed: 'noted that this card is no duplicate of another',
  },
  'duplicated-by': {
    added: 'marked another card as a duplicate of this one',
    removed: 'noted that another card is no duplicate of this one',
  },
  parent: { added: 'set the parent of this card', removed: 'removed the parent of this card' },
  child: { added: 'added a child of this card', removed: 'removed a child of this card' },
};

const relationIn = (value: unknown): RelationType =>
  relationTypes.find((type) => type === (value as { type?: unknown } | null)?.type) ?? 'relates';

type Phrase = (all: readonly Happened[]) => string;

/** What was done, by the type of the activity; null for what the comment itself shows. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A value as it was then; empty for a person, who may have another name by now. */
function valueThen({ type, value, text }: FieldThen): string {
  if (type === 'date' && typeof value === 'string')
    return dayOf(value.length === 10 ? `${value}T00:00:00.000Z` : value);
  if (type === 'checkbox') return 'yes';
  return text ?? (type === 'person' ? '' : String(value));
}

/** What happened to values of fields, in one phrase. */
function fieldsChanged(change: Happened['change']): string {
  const [from, to] = [change?.from, change?.to] as (FieldThen[] | undefined)[];
  const set = (to ?? []).map((each) => {
    const value = valueThen(each);
    return value === '' ? `set ${each.name}` : `set ${each.name} to ${value}`;
  });
  const cleared = (from ?? []).filter(({ publicId }) => !to?.some((each) => each.publicId === publicId));
  return list([...set, ...cleared.map(({ name }) => `cleared ${name}`)]) || 'changed fields';
}

/** The person of the entry is whoever connected the code host; who did it there is named. */
const pullRequest =
  (verb: string): Phrase =>
  (all) => {
    const { number, title, by } = (last(all).change?.to ?? {}) as {
      number?: number;
      title?: string;
      by?: string;
    };
    return `heard that ${by ?? 'somebody'} ${verb} #${number ?? ''} “${title ?? ''}”`;
  };

const did: Readonly<Record<HistoryType, Phrase | null>> = {
  'card.proposed': () => 'proposed this card',
  'card.created': () => 'added this card',
  'card.updated.title': (all) => `renamed it “${last(all).toTitle ?? ''}”`,
  'card.updated.description': (all) =>
    last(all).toDescription ? 'changed the description' : 'removed the description',
  'card.updated.list': (all) =>
    `moved it from ${all[0]?.fromList?.name ?? 'a list'} to ${last(all).toList?.name ?? 'another'}`,
  'card.updated.index': () => 'moved it within the list',
  'card.updated.dueDate.added': (all) => `set the due date to ${dayOf(last(all).toDueDate)}`,
  'card.updated.dueDate.updated': (all) => `changed the due date to ${dayOf(last(all).toDueDate)}`,
  'card.updated.dueDate.removed': () => 'removed the due date',
  'card.updated.startDate': (all) =>
    textOf(last(all).change?.to)
      ? `set the start date to ${dayOf(textOf(last(all).change?.to))}`
      : 'removed the start date',
  'card.updated.completed': () => 'completed this card',
  'card.updated.reopened': () => 'reopened this card',
  'card.updated.recurrence': (all) =>
    last(all).change?.to ? 'set how this card repeats' : 'stopped this card from repeating',
  'card.updated.reminders': () => 'changed the reminders',
  'card.updated.fields': (all) => fieldsChanged(last(all).change),
  'card.updated.cover': (all) => (last(all).change?.to ? 'changed the cover' : 'removed the cover'),
  'card.updated.template': (all) =>
    last(all).change?.to ? 'made it a template' : 'made it an ordinary card',
  'card.updated.label.added': (all) =>
    `added the ${words(all, 'label')} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.label.removed': (all) =>
    `removed the ${words(all, 'label')} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.member.added': (all) =>
    all.every(isThemselves) ? 'joined this card' : `added ${and(all.map(nameOf))}`,
  'card.updated.member.removed': (all) =>
    all.every(isThemselves) ? 'left this card' : `removed ${and(all.map(nameOf))}`,
  'card.updated.comment.added': () => 'wrote a comment that was deleted',
  'card.updated.comment.updated': null,
  'card.updated.comment.deleted': null,
  'card.updated.checklist.added': (all) =>
    `added the ${words(all, 'checklist')} ${and(all.map(({ toTitle }) => toTitle))}`,
  'card.updated.checklist.renamed': (all) =>
    `renamed the checklist ${all[0]?.fromTitle ?? ''} to ${last(all).toTitle ?? ''}`,
  'card.updated.checklist.deleted': (all) =>
    `deleted the ${words(all, 'checklist')} ${and(all.map(({ fromTitle }) => fromTitle))}`,
  'card.updated.checklist.item.added': (all) =>
    all.length > 3 ? `added ${items(all)}` : `added ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.updated': (all) => `changed ${items(all)}`,
  'card.updated.checklist.item.completed': (all) =>
    all.length > 3 ? `completed ${items(all)}` : `completed ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.uncompleted': (all) =>
    all.length > 3 ? `reopened ${items(all)}` : `reopened ${and(all.map(titleOf))}`,
  'card.updated.checklist.item.deleted': (all) =>
    all.length > 3 ? `deleted ${items(all)}` : `deleted ${and(all.map(titleOf))}`,
  'card.updated.attachment.added': (all) => `attached ${and(all.map(fileOf))}`,
  'card.updated.attachment.renamed': (all) => `renamed a file to ${and([fileOf(last(all))])}`,
  'card.updated.attachment.removed': (all) => `deleted ${and(all.map(fileOf))}`,
  'card.updated.relation.added': (all) => relating[relationIn(last(all).change?.to)].added,
  'card.updated.relation.removed': (all) => relating[relationIn(last(all).change?.from)].removed,
  'card.updated.pullRequest.opened': pullRequest('opened'),
  'card.updated.pullRequest.drafted': pullRequest('made a draft of'),
  'card.updated.pullRequest.merged': pullRequest('merged'),
  'card.updated.pullRequest.closed': pullRequest('closed'),
  'card.updated.claim.made': () => 'claimed this card',
  'card.updated.claim.returned': () => 'gave this card back',
  'card.updated.claim.revoked': (all) => `took this card back from ${nameOf(last(all)) ?? 'its holder'}`,
  'card.updated.claim.expired': () => 'ran out of time for this card, which came back',
  'card.archived': () => 'archived this card',
  'card.restored': () => 'restored this card',
  'card.deleted': () => 'moved this card to the trash',
};

export const historyTexts = {
  shown: 'What is shown',
  everything: 'All',
  more: 'Show more',
  /** Several phrases as one. */
  all: list,
  by: byKey((name) => `by the API key ${name}`),
  did,
};
