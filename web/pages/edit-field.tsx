import { Plus, X } from 'lucide';
import { useState } from 'preact/hooks';
import type { Field as BoardField } from '../../contract/field-shapes.ts';
import { type FieldType, fieldTypes } from '../../contract/field-types.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, problemOf, Select } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { nextColour } from '../board/next-colour.ts';
import type { OpenBoard } from '../board/open.ts';
import { fieldTexts } from '../messages/fields.ts';
import { labelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';

interface EditFieldProps {
  board: OpenBoard;
  /** Absent for a new one. */
  field?: BoardField;
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
export function EditField({ board, field, close }: EditFieldProps) {
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const [options, setOptions] = useState<readonly Option[]>(field?.options ?? []);
  const save = async (values: Record<string, string>) => {
    const body = {
      name: values.name?.trim() ?? '',
      shownOnTile: values.onTile !== undefined,
      ...(isChosen(type) ? { options: options.filter(({ name }) => name.trim() !== '') } : {}),
      ...(type === 'money' ? { currency: values.currency ?? '' } : {}),
      ...(type === 'rating' ? { max: Number(values.max) } : {}),
    };
    const { reply } = field
      ? await server.ask(routes.fields.update, { params: { fieldPublicId: field.publicId }, body })
      : await server.ask(routes.fields.create, {
          params: { boardPublicId: board.id },
          body: { ...body, type },
        });
    board.store.put('field', reply.publicId, reply);
    close();
  };
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
      <Form submit={field ? t.save : fieldTexts.add} cancel={close} onSubmit={save}>
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
        <label class="check">
          <input type="checkbox" name="onTile" defaultChecked={field?.shownOnTile ?? true} />
          {fieldTexts.onTile}
        </label>
      </Form>
      {field && <Remove board={board} field={field} close={close} />}
    </div>
  );
}

function Remove({ board, field, close }: Required<EditFieldProps>) {
  const run = async () => {
    try {
      await server.ask(routes.fields.delete, { params: { fieldPublicId: field.publicId } });
      board.store.put('field', field.publicId, null);
      close();
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <Confirm
      label={fieldTexts.deleteThis}
      question={fieldTexts.deleteQuestion}
      yes={t.delete}
      run={() => void run()}
    />
  );
}

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
              class="own-colour chosen"
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
