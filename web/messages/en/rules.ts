import type { RuleActionType, RuleTrigger, SortOfRule } from '../../../contract/rule-shapes.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import { counted, list } from './counts.ts';

/* Texts of the rules of a board: a rule reads like a sentence. */

/** A name in a sentence. */
type Name = string | undefined;

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const minutes = (before: number): string =>
  before % 1440 === 0
    ? counted(before / 1440, 'day', 'days')
    : before % 60 === 0
      ? counted(before / 60, 'hour', 'hours')
      : counted(before, 'minute', 'minutes');

export const ruleTexts = {
  hint: 'A rule runs by itself, with the permissions of the person who made it. A button runs when someone presses it.',
  none: 'This board has no rules yet.',
  add: 'New rule',
  ready: 'Start with one of these, or with your own:',
  own: 'Your own',
  name: 'Name',
  nameHint: 'On a button, this is its text',
  when: 'When',
  if: 'If',
  ifHint: 'A filter, such as label:bug is:open. Leave empty for all cards',
  then: 'Then',
  addAction: 'And then',
  removeAction: (at: number) => `Remove action ${at}`,
  action: (at: number) => `Action ${at}`,
  anyList: 'any list',
  anyLabel: 'any label',
  anyMember: 'anyone',
  anyField: 'any field',
  onCard: 'everyone on the card',
  choose: 'Choose…',
  list: 'List',
  label: 'Label',
  member: 'Member',
  field: 'Field',
  value: 'Value',
  webhook: 'Webhook or chat',
  sortedBy: 'By',
  fromLast: 'Descending',
  sorts: {
    due: 'due date',
    start: 'start date',
    title: 'title',
    number: 'number',
    created: 'when it was added',
    completed: 'when it was completed',
  } satisfies Record<SortOfRule, string> as Readonly<Record<string, string>>,
  text: 'Text',
  title: 'Title',
  checklist: 'Checklist',
  items: 'Items, one per line',
  before: 'Before it is due',
  inDays: 'Days until it is due',
  inDaysHint: 'Leave empty for no date',
  days: 'Days',
  time: 'Time',
  atStart: 'At the start of the list',
  beforeOf: (before: number) => (before === 0 ? 'at that time' : `${minutes(before)} before`),
  dayNames: days as readonly string[],
  triggers: {
    created: 'a card is added',
    moved: 'a card is moved',
    'label-added': 'a label is added to a card',
    'label-removed': 'a label is removed from a card',
    'member-added': 'someone is assigned to a card',
    completed: 'a card is completed',
    reopened: 'a card is reopened',
    'checklist-completed': 'all checklists on a card are complete',
    'due-changed': 'the due date of a card changes',
    'field-changed': 'a field on a card changes',
    commented: 'someone comments',
    archived: 'a card is archived',
    'pull-request-opened': 'a pull request is opened',
    'pull-request-merged': 'a pull request is merged',
    'pull-request-closed': 'a pull request is closed',
    due: 'a card is due soon',
    overdue: 'a card is overdue',
    schedule: 'it is a certain time',
    button: 'the button is pressed',
  } satisfies Record<RuleTrigger, string> as Readonly<Record<RuleTrigger, string>>,
  actions: {
    move: 'move it',
    'add-label': 'add a label',
    'remove-label': 'remove a label',
    assign: 'assign someone',
    unassign: 'unassign someone',
    'set-due': 'set its due date',
    complete: 'complete it',
    reopen: 'reopen it',
    archive: 'archive it',
    'set-field': 'set a field',
    'add-checklist': 'add a checklist',
    comment: 'comment',
    'sort-list': 'sort a list',
    notify: 'notify someone',
    webhook: 'send to a webhook or chat',
    'create-card': 'add a card',
  } satisfies Record<RuleActionType, string> as Readonly<Record<RuleActionType, string>>,
  whens: {
    created: (name: Name) => (name === undefined ? 'a card is added' : `a card is added to ${name}`),
    moved: (name: Name) => (name === undefined ? 'a card is moved' : `a card is moved to ${name}`),
    'label-added': (name: Name) => `${name ?? 'a label'} is added to a card`,
    'label-removed': (name: Name) => `${name ?? 'a label'} is removed from a card`,
    'member-added': (name: Name) => `${name ?? 'someone'} is assigned to a card`,
    'field-changed': (name: Name) => `${name ?? 'a field'} changes on a card`,
  } as Readonly<Record<string, (name: Name) => string>>,
  dueIn: (before: number) => (before === 0 ? 'a card is due' : `a card is due in ${minutes(before)}`),
  schedule: (on: readonly number[], time: string) =>
    `it is ${time} ${on.length === 0 || on.length === 7 ? 'every day' : `on ${list(on.map((day) => days[day - 1] ?? ''))}`}`,
  thens: {
    move: (name: string) => `move it to ${name}`,
    'add-label': (name: string) => `add the label ${name}`,
    'remove-label': (name: string) => `remove the label ${name}`,
    assign: (name: string) => `assign ${name}`,
    unassign: (name: string) => `unassign ${name}`,
    'set-field': (name: string) => `set ${name}`,
    'add-checklist': (name: string) => `add the checklist ${name}`,
    comment: (text: string) => `comment “${text}”`,
    'create-card': (title: string) => `add the card “${title}”`,
  } as Readonly<Record<string, (name: string) => string>>,
  setDue: (inDays: number | null) =>
    inDays === null
      ? 'clear its due date'
      : inDays === 0
        ? 'make it due that day'
        : `make it due ${counted(inDays, 'day', 'days')} later`,
  sort: (list: Name, by: string, isFromLast: boolean) =>
    `sort ${list ?? 'a list'} by ${by}${isFromLast ? ', descending' : ''}`,
  send: (name: Name, text: Name) =>
    `${text === undefined ? 'send it' : `send “${text}”`} to ${name ?? 'a webhook'}`,
  tell: (name: Name, text: string) => `notify ${name ?? 'everyone on it'}: “${text}”`,
  sentence: (when: string, filter: string, then: readonly string[]) =>
    `When ${when}${filter === '' ? '' : `, if ${filter}`}, then ${then.join(', and ')}.`,
  gone: 'something deleted',
  by: (maker: string) => `for ${maker}`,
  on: 'On',
  paused: {
    off: 'Off',
    rights: 'Paused: the person who made it no longer has permission for what it does',
    failing: 'Paused: it failed ten times in a row',
    'too-many-runs': 'Paused: it ran too often within a minute',
    copied: 'Paused: it came with a copy or an import of the board',
  } satisfies Record<PauseReason, string> as Readonly<Record<PauseReason, string>>,
  next: (when: string) => `next ${when}`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteQuestion: (name: string) => `Delete the rule “${name}”? What it has done will stay.`,
  press: (name: string) => `Press ${name}`,
  pressed: (cards: number) =>
    cards === 0 ? 'No card matches its filter' : `Done on ${counted(cards, 'card', 'cards')}`,
  full: (most: number) => `A board has at most ${most} rules.`,
  lastRun: (state: string, when: string) => `last run ${when}: ${state.toLowerCase()}`,
  failures: (times: number) => (times === 1 ? 'It failed' : `It failed ${times} times in a row`),
  try: 'Try it',
  tryOf: (name: string) => `Try ${name}`,
  tried: {
    none: 'No card matches its filter now.',
    cards: (count: number, isMore: boolean) =>
      `${isMore ? 'At least ' : ''}${counted(count, 'card matches', 'cards match')} its filter now:`,
    would: (what: readonly string[], on: Name) =>
      `It would ${what.join(', ')}${on === undefined ? '' : ` on “${on}”`}.`,
    nothing: (on: Name) =>
      on === undefined ? 'It would change nothing.' : `It would change nothing on “${on}”.`,
    failed: (why: string) => `It would fail: ${why}`,
    notify: (people: number) => `notify ${counted(people, 'person', 'people')}`,
    send: (times: number) => (times === 1 ? 'send to a webhook' : `send to webhooks ${times} times`),
    others: (count: number) => `make ${counted(count, 'other change', 'other changes')}`,
    onlyOnCards: 'It runs when that happens to a card.',
  },
  does: {
    'card.created': 'add a card',
    'card.updated.list': 'move it',
    'card.updated.index': 'put cards in order',
    'card.updated.label.added': 'add a label',
    'card.updated.label.removed': 'remove a label',
    'card.updated.member.added': 'assign someone',
    'card.updated.member.removed': 'unassign someone',
    'card.updated.dueDate.added': 'set its due date',
    'card.updated.dueDate.updated': 'change its due date',
    'card.updated.dueDate.removed': 'clear its due date',
    'card.updated.completed': 'complete it',
    'card.updated.reopened': 'reopen it',
    'card.updated.fields': 'set a field',
    'card.updated.comment.added': 'comment',
    'card.updated.checklist.added': 'add a checklist',
    'card.updated.checklist.item.added': 'add items',
    'card.archived': 'archive it',
  } as Readonly<Record<string, string>>,
  log: 'Log',
  noRuns: 'Nothing has run yet.',
  more: 'Show more',
  states: { done: 'Done', failed: 'Failed', stopped: 'Stopped' } as Readonly<Record<string, string>>,
  names: {
    done: 'Done cards go to Done',
    tomorrow: 'Due tomorrow',
    complete: 'Checklist complete',
    merged: 'Complete when merged',
    monday: 'Monday morning',
    label: 'Assign by label',
    old: 'Still open?',
  },
  suggestions: {
    tomorrow: 'This is due tomorrow',
    monday: 'Weekly review',
    old: 'Is this still open?',
  },
};
