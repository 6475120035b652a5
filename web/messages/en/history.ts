import type { HistoryType } from '../../../contract/events.ts';
import type { RelationType } from '../../../contract/relation-types.ts';
import { byKey } from '../by.ts';
import {
  dateIn,
  dayOf,
  fieldsOf,
  fileOf,
  type Happened,
  isThemselves,
  lastOf,
  nameOf,
  type Phrase,
  pullRequestIn,
  relationIn,
  titleOf,
} from '../happened.ts';
import { byTexts } from './by.ts';
import { counted, list, word } from './counts.ts';

/* Texts of a card's history; the author's name comes before them. */

const and = (names: readonly (string | null | undefined)[]): string =>
  list([...new Set(names.map((name) => `“${name ?? '…'}”`))]);
const labels = (all: readonly unknown[]): string => word(all.length, 'label', 'labels');
const checklists = (all: readonly unknown[]): string => word(all.length, 'checklist', 'checklists');
const items = (all: readonly unknown[]): string => counted(all.length, 'item', 'items');

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

/** What happened to values of fields, in one phrase. */
function fieldsChanged(change: Happened['change']): string {
  const { set, cleared } = fieldsOf(change, 'yes');
  const phrases = [
    ...set.map(({ name, value }) => (value === '' ? `set ${name}` : `set ${name} to ${value}`)),
    ...cleared.map((name) => `cleared ${name}`),
  ];
  return list(phrases) || 'changed fields';
}

const pullRequest =
  (verb: string): Phrase =>
  (all) => {
    const { number, title, by } = pullRequestIn(all);
    return `heard that ${by ?? 'somebody'} ${verb} #${number ?? ''} “${title ?? ''}”`;
  };

/** What was done, by the type of the activity; null for what the comment itself shows. */
const did: Readonly<Record<HistoryType, Phrase | null>> = {
  'card.proposed': () => 'proposed this card',
  'card.created': () => 'added this card',
  'card.updated.title': (all) => `renamed it “${lastOf(all).toTitle ?? ''}”`,
  'card.updated.description': (all) =>
    lastOf(all).toDescription ? 'changed the description' : 'removed the description',
  'card.updated.list': (all) =>
    `moved it from ${all[0]?.fromList?.name ?? 'a list'} to ${lastOf(all).toList?.name ?? 'another'}`,
  'card.updated.index': () => 'moved it within the list',
  'card.updated.dueDate.added': (all) => `set the due date to ${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.updated': (all) => `changed the due date to ${dayOf(lastOf(all).toDueDate)}`,
  'card.updated.dueDate.removed': () => 'removed the due date',
  'card.updated.startDate': (all) =>
    dateIn(lastOf(all).change?.to)
      ? `set the start date to ${dayOf(dateIn(lastOf(all).change?.to))}`
      : 'removed the start date',
  'card.updated.completed': () => 'completed this card',
  'card.updated.reopened': () => 'reopened this card',
  'card.updated.recurrence': (all) =>
    lastOf(all).change?.to ? 'set how this card repeats' : 'stopped this card from repeating',
  'card.updated.reminders': () => 'changed the reminders',
  'card.updated.fields': (all) => fieldsChanged(lastOf(all).change),
  'card.updated.cover': (all) => (lastOf(all).change?.to ? 'changed the cover' : 'removed the cover'),
  'card.updated.template': (all) =>
    lastOf(all).change?.to ? 'made it a template' : 'made it an ordinary card',
  'card.updated.label.added': (all) => `added the ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.label.removed': (all) =>
    `removed the ${labels(all)} ${and(all.map(({ label }) => label?.name))}`,
  'card.updated.member.added': (all) =>
    all.every(isThemselves) ? 'joined this card' : `added ${and(all.map(nameOf))}`,
  'card.updated.member.removed': (all) =>
    all.every(isThemselves) ? 'left this card' : `removed ${and(all.map(nameOf))}`,
  'card.updated.comment.added': () => 'wrote a comment that was deleted',
  'card.updated.comment.updated': null,
  'card.updated.comment.deleted': null,
  'card.updated.checklist.added': (all) =>
    `added the ${checklists(all)} ${and(all.map(({ toTitle }) => toTitle))}`,
  'card.updated.checklist.renamed': (all) =>
    `renamed the checklist ${all[0]?.fromTitle ?? ''} to ${lastOf(all).toTitle ?? ''}`,
  'card.updated.checklist.deleted': (all) =>
    `deleted the ${checklists(all)} ${and(all.map(({ fromTitle }) => fromTitle))}`,
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
  'card.updated.attachment.renamed': (all) => `renamed a file to ${and([fileOf(lastOf(all))])}`,
  'card.updated.attachment.removed': (all) => `deleted ${and(all.map(fileOf))}`,
  'card.updated.relation.added': (all) => relating[relationIn(lastOf(all).change?.to)].added,
  'card.updated.relation.removed': (all) => relating[relationIn(lastOf(all).change?.from)].removed,
  'card.updated.pullRequest.opened': pullRequest('opened'),
  'card.updated.pullRequest.drafted': pullRequest('made a draft of'),
  'card.updated.pullRequest.merged': pullRequest('merged'),
  'card.updated.pullRequest.closed': pullRequest('closed'),
  'card.updated.claim.made': () => 'claimed this card',
  'card.updated.claim.returned': () => 'gave this card back',
  'card.updated.claim.revoked': (all) => `took this card back from ${nameOf(lastOf(all)) ?? 'its holder'}`,
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
  by: byKey({ ...byTexts, key: (name) => `by the API key ${name}` }),
  did,
};
