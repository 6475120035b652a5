import { Plus } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { caps } from '../../../contract/caps.ts';
import { type Action, type RuleTrigger, ruleTriggers, type When } from '../../../contract/rule-shapes.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import type { OpenBoard } from '../../board/open.ts';
import { ruleTexts as texts } from '../../messages/rules.ts';
import { t } from '../../messages/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionFields, isWhole } from './action.tsx';
import { Choose } from './choose.tsx';
import type { Choices, NamedBy } from './names.ts';
import type { Draft } from './ready.ts';
import { Try } from './try.tsx';

interface FormProps {
  board: OpenBoard;
  draft: Draft;
  choices: Choices;
  cancel: () => void;
  save: (body: Draft) => Promise<void>;
}

/** A rule as a form that reads like its sentence. */
export function RuleForm({ board, draft, choices, cancel, save }: FormProps) {
  const [when, setWhen] = useState<When>(draft.when);
  const [actions, setActions] = useState<readonly Action[]>(draft.then);
  const filter = useRef<HTMLDivElement>(null);
  const change = (at: number, action: Action) =>
    setActions(actions.map((each, place) => (place === at ? action : each)));
  return (
    <Form
      submit={t.save}
      cancel={cancel}
      isEmpty={!actions.every(isWhole)}
      onSubmit={(given) =>
        save({ name: given.name?.trim() ?? '', when, if: given.if?.trim() ?? '', then: [...actions] })
      }
    >
      <Field
        label={texts.name}
        name="name"
        value={draft.name}
        maxLength={100}
        hint={texts.nameHint}
        isFirst
      />
      <WhenFields when={when} change={setWhen} choices={choices} />
      <div ref={filter}>
        <Field label={texts.if} name="if" value={draft.if} maxLength={1000} hint={texts.ifHint} isOptional />
      </div>
      {actions.map((action, at) => (
        <ActionFields
          key={at}
          at={at}
          action={action}
          choices={choices}
          change={(changed) => change(at, changed)}
          remove={
            actions.length > 1 ? () => setActions(actions.filter((_, place) => place !== at)) : undefined
          }
        />
      ))}
      {actions.length < caps.actionsOfRule && (
        <button
          class="button small"
          type="button"
          onClick={() => setActions([...actions, { type: 'comment' }])}
        >
          <Icon of={Plus} /> {texts.addAction}
        </button>
      )}
      {actions.every(isWhole) && (
        <Try
          board={board}
          given={() => ({
            when,
            if: filter.current?.querySelector('input')?.value ?? '',
            then: [...actions],
          })}
        />
      )}
    </Form>
  );
}

/** What a trigger may be limited to. */
const limits: Partial<Record<RuleTrigger, readonly [Exclude<NamedBy, 'webhookPublicId'>, string, string]>> = {
  created: ['listPublicId', texts.list, texts.anyList],
  moved: ['listPublicId', texts.list, texts.anyList],
  'label-added': ['labelPublicId', texts.label, texts.anyLabel],
  'label-removed': ['labelPublicId', texts.label, texts.anyLabel],
  'member-added': ['memberPublicId', texts.member, texts.anyMember],
  'field-changed': ['fieldPublicId', texts.field, texts.anyField],
};

const befores = [0, 60, 1440, 2880, 10_080];

interface WhenProps {
  when: When;
  change: (when: When) => void;
  choices: Choices;
}

function WhenFields({ when, change, choices }: WhenProps) {
  const limit = limits[when.type];
  return (
    <>
      <Select
        label={texts.when}
        name="when"
        value={when.type}
        onChange={(type) => change({ type: type as RuleTrigger })}
      >
        {ruleTriggers.map((each) => (
          <option key={each} value={each}>
            {texts.triggers[each]}
          </option>
        ))}
      </Select>
      {limit && (
        <Choose
          label={limit[1]}
          none={limit[2]}
          choices={choices[limit[0]]}
          chosen={when[limit[0]]}
          choose={(id) => change({ type: when.type, ...(id === '' ? {} : { [limit[0]]: id }) })}
        />
      )}
      {when.type === 'due' && (
        <Select
          label={texts.before}
          name="before"
          value={String(when.minutesBefore ?? 0)}
          onChange={(before) => change({ ...when, minutesBefore: Number(before) })}
        >
          {[...new Set([...befores, when.minutesBefore ?? 0])].map((each) => (
            <option key={each} value={each}>
              {texts.beforeOf(each)}
            </option>
          ))}
        </Select>
      )}
      {when.type === 'schedule' && <Times when={when} change={change} />}
    </>
  );
}

/** The days and the time of a schedule. */
function Times({ when, change }: Omit<WhenProps, 'choices'>) {
  const { days = [], time = '09:00' } = when;
  return (
    <>
      <fieldset class="events">
        <legend class="field-label">{texts.days}</legend>
        {texts.dayNames.map((name, index) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={days.includes(index + 1)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  ...when,
                  days: [1, 2, 3, 4, 5, 6, 7].filter((day) =>
                    day === index + 1 ? checked : days.includes(day),
                  ),
                })
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span class="field-label">{texts.time}</span>
        <input
          class="input"
          type="time"
          required
          value={time}
          onChange={({ currentTarget: { value } }) => change({ ...when, time: value })}
        />
      </label>
    </>
  );
}
