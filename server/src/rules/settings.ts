import type { Action, RuleActionType, RuleTrigger, When } from '../../../contract/rule-shapes.ts';

/* What rules of each kind are made of. */

/** What a rule waits for and does, as it is stored. */
export interface Settings {
  when: When;
  if: string;
  then: Action[];
}

export const settingsOf = ({ settings }: { settings: string }): Settings => JSON.parse(settings) as Settings;

type Detail = Exclude<keyof When, 'type'>;

const zoned = ['timeZone'] as const;

/** What each trigger takes; none of it is needed. */
export const whenTakes: Record<RuleTrigger, readonly Detail[]> = {
  created: ['listPublicId'],
  moved: ['listPublicId'],
  'label-added': ['labelPublicId'],
  'label-removed': ['labelPublicId'],
  'member-added': ['memberPublicId'],
  completed: [],
  reopened: [],
  'checklist-completed': [],
  'due-changed': [],
  'field-changed': ['fieldPublicId'],
  commented: [],
  archived: [],
  'pull-request-opened': [],
  'pull-request-merged': [],
  'pull-request-closed': [],
  due: ['minutesBefore', ...zoned],
  overdue: zoned,
  schedule: ['days', 'time', ...zoned],
  button: [],
};

type Argument = Exclude<keyof Action, 'type'>;

interface ActionKind {
  needs: readonly Argument[];
  may?: readonly Argument[];
  /** Whether it does something to a card, and not only because of it. */
  onCard: boolean;
}

export const actionKinds: Record<RuleActionType, ActionKind> = {
  move: { needs: ['listPublicId'], may: ['position'], onCard: true },
  'add-label': { needs: ['labelPublicId'], onCard: true },
  'remove-label': { needs: ['labelPublicId'], onCard: true },
  assign: { needs: ['memberPublicId'], onCard: true },
  unassign: { needs: ['memberPublicId'], onCard: true },
  'set-due': { needs: ['inDays'], onCard: true },
  complete: { needs: [], onCard: true },
  reopen: { needs: [], onCard: true },
  archive: { needs: [], onCard: true },
  'set-field': { needs: ['fieldPublicId', 'value'], onCard: true },
  'add-checklist': { needs: ['name'], may: ['items'], onCard: true },
  comment: { needs: ['text'], onCard: true },
  'sort-list': { needs: ['listPublicId', 'by'], onCard: false },
  notify: { needs: ['text'], may: ['memberPublicId'], onCard: false },
  webhook: { needs: ['webhookPublicId'], may: ['text'], onCard: false },
  'create-card': {
    needs: ['listPublicId', 'title'],
    may: ['position', 'description', 'labelPublicId', 'memberPublicId', 'inDays'],
    onCard: false,
  },
};

/** The items of checklists that actions add to a card. */
export const itemsIn = (actions: readonly Action[]): number =>
  actions.reduce((sum, { items = [] }) => sum + items.length, 0);

/** Those of the properties of an object that are named and set. */
export const only = <T extends object>(of: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(
    names.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])),
  ) as Partial<T>;
