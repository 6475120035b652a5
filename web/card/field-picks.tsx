import { ExternalLink, X } from 'lucide';
import type { Field } from '../../contract/field-shapes.ts';
import type { FieldValue } from '../../contract/field-types.ts';
import { Form } from '../app/form.tsx';
import { dateOf } from '../board/field-values.ts';
import type { OpenBoard } from '../board/open.ts';
import { setValue } from '../board/set-value.ts';
import { isWholeDay } from '../messages/days.ts';
import { fieldTexts } from '../messages/fields.ts';
import { t } from '../messages/t.ts';
import { type Choosable, Choose } from '../ui/choose.tsx';
import { takesFocusInPlace } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { DateFields } from './date-picks.tsx';
import { PeoplePicks } from './picks.tsx';
import { peopleFor } from './properties.tsx';

interface PicksProps {
  board: OpenBoard;
  cardId: string;
  field: Field;
  value: FieldValue | undefined;
  close: () => void;
}

/** The content of the picker of a field, by its type. */
export function ValuePicks(props: PicksProps) {
  const { board, cardId, field, value, close } = props;
  const set = (next: FieldValue | null) => {
    setValue(board, cardId, field, next);
    close();
  };
  switch (field.type) {
    case 'select':
    case 'rating':
      return <OnePicks {...props} set={set} />;
    case 'multi-select':
      return <SeveralPicks {...props} />;
    case 'person':
      return (
        <PeoplePicks
          options={peopleFor(board, (id) => (id === value ? 'all' : 'none'))}
          heading={fieldTexts.chosen}
          turn={(id) => set(id === value ? null : id)}
        />
      );
    case 'date':
      return <DayPicks {...props} />;
    default:
      return <Written {...props} set={set} />;
  }
}

type Setting = PicksProps & { set: (value: FieldValue | null) => void };

function OnePicks({ field, value, set }: Setting) {
  const { options, max } = field;
  const stars = Array.from({ length: max ?? 0 }, (_, n) => n + 1);
  const choices =
    field.type === 'rating'
      ? stars.map((n) => ({
          id: String(n),
          text: String(n),
          shown: '★'.repeat(n),
          held: heldBy(n === value),
        }))
      : options.map((option) => choiceOf(option, option.publicId === value));
  const turn = (id: string) => {
    const next = field.type === 'rating' ? Number(id) : id;
    set(next === value ? null : next);
  };
  return (
    <Choose label={fieldTexts.find} options={choices} turn={turn} empty={fieldTexts.noOptions} isSingle />
  );
}

const heldBy = (isHeld: boolean): Choosable['held'] => (isHeld ? 'all' : 'none');

const choiceOf = ({ publicId: id, name, colour }: Field['options'][number], isHeld: boolean): Choosable => ({
  id,
  text: name,
  shown: (
    <span class="label" style={{ '--colour': colour }}>
      {name}
    </span>
  ),
  held: heldBy(isHeld),
});

function SeveralPicks({ board, cardId, field, value }: PicksProps) {
  const chosen = Array.isArray(value) ? value : [];
  const choices = field.options.map((option) => choiceOf(option, chosen.includes(option.publicId)));
  const turn = (id: string) => {
    const isOn = chosen.includes(id);
    const next = field.options.flatMap(({ publicId }) =>
      (publicId === id ? !isOn : chosen.includes(publicId)) ? [publicId] : [],
    );
    setValue(board, cardId, field, next.length > 0 ? next : null);
  };
  return (
    <Choose label={fieldTexts.find} options={choices} turn={turn} empty={fieldTexts.noOptions} hasDigits />
  );
}

function DayPicks({ board, cardId, field, value, close }: PicksProps) {
  const date = typeof value === 'string' ? dateOf(value) : null;
  const set = (next: string | null) =>
    setValue(board, cardId, field, next !== null && isWholeDay(next) ? next.slice(0, 10) : next);
  return (
    <DateFields dueDate={date} save={set} close={close}>
      {date !== null && (
        <Clear
          run={() => {
            set(null);
            close();
          }}
        />
      )}
    </DateFields>
  );
}

const Clear = ({ run }: { run: () => void }) => (
  <button class="button plain small" type="button" onClick={run}>
    <Icon of={X} size={14} /> {fieldTexts.clear}
  </button>
);

/** A text, a link or a number. */
function Written({ field, value, set }: Setting) {
  const { name, type, currency } = field;
  const isNumber = type === 'number' || type === 'money';
  const typeOfInput = isNumber ? 'number' : type === 'link' ? 'url' : 'text';
  return (
    <>
      <Form
        submit={t.save}
        onSubmit={async ({ value: given = '' }) =>
          set(given === '' ? null : isNumber ? Number(given) : given)
        }
      >
        <label class="field">
          <span class="field-label">{currency === null ? name : `${name} (${currency})`}</span>
          <input
            class="input"
            name="value"
            type={typeOfInput as 'text'}
            step={type === 'money' ? '0.0001' : 'any'}
            maxLength={500}
            defaultValue={value === undefined ? '' : String(value)}
            autocomplete="off"
            ref={takesFocusInPlace}
            data-focused
          />
        </label>
      </Form>
      {type === 'link' && typeof value === 'string' && (
        <a class="button plain small" href={value} target="_blank" rel="noopener noreferrer">
          <Icon of={ExternalLink} size={14} /> {fieldTexts.open}
        </a>
      )}
    </>
  );
}
