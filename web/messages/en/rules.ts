import type { RuleActionType, RuleTrigger } from '../../../contract/rule-shapes.ts';
import type { PauseReason } from '../../../contract/rules.ts';
import { counted } from './counts.ts';

/* Texts of the rules of a board: a rule reads like a sentence. */

/** A name in a sentence. */
type Name = string | undefined;

const named = (text: string, link: string) => (name: Name) =>
  name === undefined ? text : `${text} ${link} ${name}`;

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const minutes = (before: number): string =>
  before % 1440 === 0
    ? counted(before / 1440, 'day', 'days')
    : before % 60 === 0
      ? counted(before / 60, 'hour', 'hours')
      : counted(before, 'minute', 'minutes');

export const ruleTexts = {
  hint: 'A rule does something by itself, with the permissions of its maker. A button does it when it is pressed.',
  none: 'This board has no rules yet.',
  add: 'New rule',
  ready: 'Start with one of these, or with your own:',
  own: 'Your own',
  name: 'Name',
  nameHint: 'Of a button, what it says',
  when: 'When',
  if: 'If',
  ifHint: 'A filter, such as label:bug is:open. Empty for all cards',
  then: 'Then',
  addAction: 'And then',
  removeAction: (at: number) => `Remove action ${at}`,
  action: (at: number) => `Action ${at}`,
  anyList: 'any list',
  anyLabel: 'any label',
  anyMember: 'anyone',
  anyField: 'any field',
  onCard: 'those on the card',
  choose: 'Choose …',
  list: 'List',
  label: 'Label',
  member: 'Member',
  field: 'Field',
  value: 'Value',
  text: 'Text',
  title: 'Title',
  checklist: 'Checklist',
  items: 'Items, one a line',
  before: 'Before it is due',
  inDays: 'Due in days',
  inDaysHint: 'Empty for no date',
  days: 'Days',
  time: 'Time',
  atStart: 'At the start of the list',
  beforeOf: (before: number) => (before === 0 ? 'at that time' : `${minutes(before)} before`),
  dayNames: days as readonly string[],
  triggers: {
    created: 'a card is added',
    moved: 'a card is moved',
    'label-added': 'a card gets a label',
    'label-removed': 'a card loses a label',
    'member-added': 'somebody is put on a card',
    completed: 'a card is completed',
    reopened: 'a card is opened again',
    'checklist-completed': 'the checklists of a card are complete',
    'due-changed': 'the due date of a card changes',
    'field-changed': 'a field of a card changes',
    commented: 'somebody comments',
    archived: 'a card is archived',
    due: 'a card is due soon',
    overdue: 'a card is overdue',
    schedule: 'it is time',
    button: 'the button is pressed',
  } satisfies Record<RuleTrigger, string> as Readonly<Record<RuleTrigger, string>>,
  actions: {
    move: 'move it',
    'add-label': 'add a label',
    'remove-label': 'remove a label',
    assign: 'put somebody on it',
    unassign: 'take somebody off it',
    'set-due': 'set its due date',
    complete: 'complete it',
    reopen: 'open it again',
    archive: 'archive it',
    'set-field': 'set a field',
    'add-checklist': 'add a checklist',
    comment: 'comment',
    notify: 'notify',
    'create-card': 'add a card',
  } satisfies Record<RuleActionType, string> as Readonly<Record<RuleActionType, string>>,
  whens: {
    created: named('a card is added', 'to'),
    moved: named('a card is moved', 'to'),
    'label-added': (name: Name) => (name === undefined ? 'a card gets a label' : `a card gets ${name}`),
    'label-removed': (name: Name) => (name === undefined ? 'a card loses a label' : `a card loses ${name}`),
    'member-added': (name: Name) => `${name ?? 'somebody'} is put on a card`,
    'field-changed': (name: Name) => `${name ?? 'a field'} of a card changes`,
  } as Readonly<Record<string, (name: Name) => string>>,
  dueIn: (before: number) => (before === 0 ? 'a card is due' : `a card is due in ${minutes(before)}`),
  schedule: (on: readonly number[], time: string) =>
    `it is ${time} on ${on.length === 0 || on.length === 7 ? 'any day' : on.map((day) => days[day - 1]).join(', ')}`,
  thens: {
    move: (name: string) => `move it to ${name}`,
    'add-label': (name: string) => `add ${name}`,
    'remove-label': (name: string) => `remove ${name}`,
    assign: (name: string) => `put ${name} on it`,
    unassign: (name: string) => `take ${name} off it`,
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
  tell: (name: Name, text: string) => `tell ${name ?? 'those on it'} “${text}”`,
  sentence: (when: string, filter: string, then: readonly string[]) =>
    `When ${when}${filter === '' ? '' : `, if ${filter}`}, then ${then.join(', and ')}.`,
  gone: 'something deleted',
  by: (maker: string) => `for ${maker}`,
  on: 'On',
  paused: {
    off: 'Off',
    rights: 'Paused: its maker may no longer do what it does',
    failing: 'Paused: it failed ten times in a row',
    'too-many-runs': 'Paused: it ran too often within a minute',
    copied: 'Paused: it came with a copy of the board',
  } satisfies Record<PauseReason, string> as Readonly<Record<PauseReason, string>>,
  next: (when: string) => `next ${when}`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteQuestion: (name: string) => `Delete the rule “${name}”? What it did stays.`,
  press: (name: string) => `Press ${name}`,
  pressed: (cards: number) =>
    cards === 0 ? 'No card passes its filter' : `Done on ${counted(cards, 'card', 'cards')}`,
  full: (most: number) => `A board has at most ${most} rules.`,
  log: 'Log',
  noRuns: 'Nothing has run yet.',
  more: 'Show more',
  states: { done: 'Done', failed: 'Failed', stopped: 'Stopped' } as Readonly<Record<string, string>>,
  names: {
    done: 'Done cards go to Done',
    tomorrow: 'Due tomorrow',
    complete: 'Checklist complete',
    monday: 'Monday morning',
    label: 'Who takes it',
    old: 'Still open?',
  },
  suggestions: {
    tomorrow: 'This is due tomorrow',
    monday: 'Weekly review',
    old: 'Is this still open?',
  },
};
