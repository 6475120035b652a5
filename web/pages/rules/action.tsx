import { Trash2 } from 'lucide';
import { type Action, type RuleActionType, ruleActions, sortsOfRule } from '../../../contract/rule-shapes.ts';
import { Select } from '../../app/form.tsx';
import { ruleTexts as texts } from '../../messages/rules.ts';
import { Icon } from '../../ui/icon.tsx';
import { Choose } from './choose.tsx';
import type { Choices, NamedBy } from './names.ts';

type Written = 'text' | 'title' | 'name' | 'value';

interface Parts {
  /** What is chosen, and whether it has to be. */
  chosen?: readonly (readonly [NamedBy, isNeeded: boolean])[];
  written?: Written;
  /** Whether what is written may be missing. */
  mayBeEmpty?: true;
  inDays?: true;
  items?: true;
  by?: true;
}

const partsOf: Record<RuleActionType, Parts> = {
  move: { chosen: [['listPublicId', true]] },
  'add-label': { chosen: [['labelPublicId', true]] },
  'remove-label': { chosen: [['labelPublicId', true]] },
  assign: { chosen: [['memberPublicId', true]] },
  unassign: { chosen: [['memberPublicId', true]] },
  'set-due': { inDays: true },
  complete: {},
  reopen: {},
  archive: {},
  'set-field': { chosen: [['fieldPublicId', true]], written: 'value' },
  'add-checklist': { written: 'name', items: true },
  comment: { written: 'text' },
  'sort-list': { chosen: [['listPublicId', true]], by: true },
  webhook: { chosen: [['webhookPublicId', true]], written: 'text', mayBeEmpty: true },
  notify: { chosen: [['memberPublicId', false]], written: 'text' },
  'create-card': { chosen: [['listPublicId', true]], written: 'title', inDays: true },
};

const writtenTexts: Record<Written, string> = {
  text: texts.text,
  title: texts.title,
  name: texts.checklist,
  value: texts.value,
};

const chosenTexts: Record<NamedBy, string> = {
  listPublicId: texts.list,
  labelPublicId: texts.label,
  memberPublicId: texts.member,
  fieldPublicId: texts.field,
  webhookPublicId: texts.webhook,
};

/** Whether an action has all that it needs. */
export function isWhole(action: Action): boolean {
  const { chosen = [], written, mayBeEmpty } = partsOf[action.type];
  const isWritten =
    written === undefined || written === 'value' || mayBeEmpty || (action[written] ?? '') !== '';
  return isWritten && chosen.every(([by, isNeeded]) => !isNeeded || action[by] !== undefined);
}

/** A new action of a type, with what it needs of the one before. */
const ofType = (type: RuleActionType): Action => ({
  type,
  ...(type === 'set-due' ? { inDays: null } : {}),
  ...(type === 'set-field' ? { value: '' } : {}),
  ...(type === 'sort-list' ? { by: 'due' } : {}),
});

interface ActionProps {
  at: number;
  action: Action;
  choices: Choices;
  change: (action: Action) => void;
  remove: (() => void) | undefined;
}

export function ActionFields({ at, action, choices, change, remove }: ActionProps) {
  const { chosen = [], written, mayBeEmpty, inDays, items, by } = partsOf[action.type];
  return (
    <fieldset class="events">
      <legend class="field-label">{at === 0 ? texts.then : texts.addAction}</legend>
      <Select
        label={texts.action(at + 1)}
        name={`action ${at}`}
        value={action.type}
        onChange={(type) => change(ofType(type as RuleActionType))}
      >
        {offered(action, choices).map((each) => (
          <option key={each} value={each}>
            {texts.actions[each]}
          </option>
        ))}
      </Select>
      {chosen.map(([by, isNeeded]) => (
        <Choose
          key={by}
          label={chosenTexts[by]}
          none={isNeeded ? texts.choose : texts.onCard}
          choices={choices[by]}
          chosen={action[by]}
          choose={(id) => change(id === '' ? without(action, by) : { ...action, [by]: id })}
        />
      ))}
      {written && (
        <Line
          label={writtenTexts[written]}
          value={String(action[written] ?? '')}
          change={(text) =>
            change(mayBeEmpty && text === '' ? without(action, written) : { ...action, [written]: text })
          }
        />
      )}
      {by && <SortedBy action={action} fields={choices.fieldPublicId} change={change} />}
      {items && <Items items={action.items ?? []} change={(list) => change({ ...action, items: list })} />}
      {inDays && (
        <Line
          label={texts.inDays}
          hint={texts.inDaysHint}
          value={typeof action.inDays === 'number' ? String(action.inDays) : ''}
          change={(text) => change({ ...action, inDays: /^\d{1,3}$/.test(text) ? Number(text) : null })}
        />
      )}
      {remove && (
        <button
          class="button plain icon-only small"
          type="button"
          aria-label={texts.removeAction(at + 1)}
          title={texts.removeAction(at + 1)}
          onClick={remove}
        >
          <Icon of={Trash2} />
        </button>
      )}
    </fieldset>
  );
}

function without(action: Action, by: NamedBy | Written): Action {
  const { [by]: _, ...rest } = action;
  return rest;
}

/** What an action can become: nothing is sent where there is no webhook, or none that one may choose. */
const offered = ({ type }: Action, { webhookPublicId: webhooks }: Choices): readonly RuleActionType[] =>
  ruleActions.filter((each) => each !== 'webhook' || each === type || webhooks.length > 0);

interface ItemsProps {
  items: readonly string[];
  change: (items: string[]) => void;
}

const Items = ({ items, change }: ItemsProps) => (
  <label class="field">
    <span class="field-label">{texts.items}</span>
    <textarea
      class="input"
      rows={3}
      value={items.join('\n')}
      onChange={({ currentTarget: { value } }) =>
        change(value.split('\n').flatMap((line) => line.trim() || []))
      }
    />
  </label>
);

interface SortedByProps extends Pick<ActionProps, 'action' | 'change'> {
  fields: Choices['fieldPublicId'];
}

/** What a list is sorted by, and in which direction. */
function SortedBy({ action, fields, change }: SortedByProps) {
  const { by = 'due' } = action;
  const isFromLast = by.startsWith('-');
  const property = by.replace('-', '');
  const set = (to: string, descends: boolean) => change({ ...action, by: `${descends ? '-' : ''}${to}` });
  const isKnown = sortsOfRule.some((each) => each === property) || fields.some(({ id }) => id === property);
  return (
    <>
      <Select label={texts.sortedBy} name="by" value={property} onChange={(to) => set(to, isFromLast)}>
        {sortsOfRule.map((each) => (
          <option key={each} value={each}>
            {texts.sorts[each]}
          </option>
        ))}
        {fields.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {!isKnown && <option value={property}>{texts.gone}</option>}
      </Select>
      <label class="check">
        <input
          type="checkbox"
          checked={isFromLast}
          onChange={({ currentTarget: { checked } }) => set(property, checked)}
        />
        {texts.fromLast}
      </label>
    </>
  );
}

interface LineProps {
  label: string;
  hint?: string;
  value: string;
  change: (text: string) => void;
}

const Line = ({ label, hint, value, change }: LineProps) => (
  <label class="field">
    <span class="field-label">{label}</span>
    <input
      class="input"
      value={value}
      maxLength={500}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
    {hint && <span class="field-hint">{hint}</span>}
  </label>
);
