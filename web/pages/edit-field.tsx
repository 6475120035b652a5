import { Plus, Shapes, X } from 'lucide';
import { useState } from 'preact/hooks';
import type { WorkspaceField } from '../../contract/field-shapes.ts';
import { type FieldType, fieldTypes } from '../../contract/field-types.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, Select } from '../app/form.tsx';
import { nextColour } from '../board/next-colour.ts';
import { fieldTexts } from '../messages/fields.ts';
import { labelTexts, sharedFieldTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';

/** What a form says of a field. */
export interface FieldContent {
  name: string;
  type: FieldType;
  shownOnTile: boolean;
  /** Only if they were edited. */
  options?: Option[];
  /** The options as the form has found them. */
  knownOptions?: string[];
  currency?: string;
  max?: number;
}

interface EditFieldProps {
  /** Absent for a new one. */
  field?: WorkspaceField;
  /** Whether the field is of the workspace, and this form of a board: only `shownOnTile` can be changed. */
  isShared?: boolean;
  /** What the box for `shownOnTile` is called. */
  onTile: string;
  save: (content: FieldContent) => Promise<void>;
  /** How it is deleted. */
  remove?: { label: string; question: string; run: () => Promise<void> };
  /** Makes it one of the workspace, where that can be done. */
  share?: () => Promise<void>;
  close: () => void;
}

interface Option {
  publicId?: string;
  name: string;
  colour: string;
}

const hues = Object.keys(labelTexts.colours);

const isChosen = (type: FieldType): boolean => type === 'select' || type === 'multi-select';

/** The form of a field: its type can be chosen only of a new one. */
export function EditField({ field, isShared, onTile, save, remove, share, close }: EditFieldProps) {
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  // The field may get other options while the form is open.
  const [known] = useState(field?.options ?? []);
  const [options, setOptions] = useState<readonly Option[]>(known);
  const submit = (values: Record<string, string>) =>
    save({
      name: values.name?.trim() ?? '',
      type,
      shownOnTile: values.onTile !== undefined,
      ...(isChosen(type) && options !== known
        ? {
            options: options.filter(({ name }) => name.trim() !== ''),
            ...(field ? { knownOptions: known.map(({ publicId }) => publicId) } : {}),
          }
        : {}),
      ...(type === 'money' ? { currency: values.currency ?? '' } : {}),
      ...(type === 'rating' ? { max: Number(values.max) } : {}),
    });
  return (
    // biome-ignore lint: Escape closes a form that opened in place, and nothing else.
    <div
      class="edit-label"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <Form submit={field ? t.save : fieldTexts.add} cancel={close} onSubmit={submit}>
        {isShared && field ? (
          <p class="quiet fine">{sharedFieldTexts.changedThere(field.name)}</p>
        ) : (
          <Content field={field} type={type} setType={setType} options={options} setOptions={setOptions} />
        )}
        <label class="check">
          <input type="checkbox" name="onTile" defaultChecked={field?.shownOnTile ?? true} />
          {onTile}
        </label>
      </Form>
      {share && (
        <button class="button" type="button" onClick={() => void share()}>
          <Icon of={Shapes} /> {sharedFieldTexts.share}
        </button>
      )}
      {remove && <Confirm label={remove.label} question={remove.question} yes={t.delete} run={remove.run} />}
    </div>
  );
}

interface ContentProps {
  field: WorkspaceField | undefined;
  type: FieldType;
  setType: (type: FieldType) => void;
  options: readonly Option[];
  setOptions: (options: readonly Option[]) => void;
}

const Content = ({ field, type, setType, options, setOptions }: ContentProps) => (
  <>
    <Field label={fieldTexts.name} name="name" value={field?.name ?? ''} maxLength={60} isFirst />
    <Select
      label={fieldTexts.type}
      name="type"
      value={type}
      disabled={field !== undefined}
      onChange={(given) => setType(given as FieldType)}
    >
      {fieldTypes.map((each) => (
        <option key={each} value={each}>
          {fieldTexts.types[each]}
        </option>
      ))}
    </Select>
    {isChosen(type) && <Options options={options} change={setOptions} />}
    {type === 'money' && (
      <Field label={fieldTexts.currency} name="currency" value={field?.currency ?? 'EUR'} maxLength={3} />
    )}
    {type === 'rating' && (
      <Select label={fieldTexts.max} name="max" value={String(field?.max ?? 5)}>
        {Array.from({ length: 9 }, (_, n) => n + 2).map((n) => (
          <option key={n}>{n}</option>
        ))}
      </Select>
    )}
  </>
);

interface OptionsProps {
  options: readonly Option[];
  change: (options: readonly Option[]) => void;
}

function Options({ options, change }: OptionsProps) {
  const set = (at: number, fields: Partial<Option>) =>
    change(options.map((option, n) => (n === at ? { ...option, ...fields } : option)));
  const colour = nextColour(
    hues,
    options.map((option) => option.colour),
  );
  return (
    <fieldset class="field">
      <legend class="field-label">{fieldTexts.options}</legend>
      <ul class="label-rows">
        {options.map((option, at) => (
          <li key={option.publicId ?? at}>
            <input
              class="own-colour"
              type="color"
              value={option.colour}
              aria-label={fieldTexts.colourOf(at + 1)}
              onInput={({ currentTarget }) => set(at, { colour: currentTarget.value })}
            />
            <input
              class="input"
              value={option.name}
              maxLength={60}
              aria-label={fieldTexts.option(at + 1)}
              autocomplete="off"
              onInput={({ currentTarget }) => set(at, { name: currentTarget.value })}
            />
            <button
              class="button plain icon-only small"
              type="button"
              aria-label={fieldTexts.removeOption(option.name)}
              onClick={() => change(options.filter((_, n) => n !== at))}
            >
              <Icon of={X} />
            </button>
          </li>
        ))}
      </ul>
      <button class="button small" type="button" onClick={() => change([...options, { name: '', colour }])}>
        <Icon of={Plus} size={14} /> {fieldTexts.addOption}
      </button>
    </fieldset>
  );
}
