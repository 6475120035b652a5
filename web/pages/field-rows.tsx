import { ArrowDown, ArrowUp, Pencil } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { WorkspaceField } from '../../contract/field-shapes.ts';
import { fieldTexts } from '../messages/fields.ts';
import { Icon } from '../ui/icon.tsx';

interface FieldRowsProps<F> {
  fields: readonly F[];
  /** What is shown between the name and the type. */
  note: (field: F) => string;
  mayEdit: boolean;
  /** The id of the one that is being edited. */
  edited: string | undefined;
  edit: (id: string) => void;
  move: (field: F, index: number) => void;
  form: (field: F) => ComponentChildren;
}

/** Fields in order, which can be moved and edited. */
export const FieldRows = <F extends WorkspaceField>(props: FieldRowsProps<F>) => {
  const { fields, note, mayEdit, edited, edit, move, form } = props;
  return (
    <ul class="label-rows">
      {fields.map((field, at) => (
        <li key={field.publicId}>
          {edited === field.publicId ? (
            form(field)
          ) : (
            <>
              <span class="label wide">
                <bdi>{field.name}</bdi>{' '}
                <span class="quiet">
                  {[note(field), fieldTexts.types[field.type]].filter(Boolean).join(' · ')}
                </span>
              </span>
              {mayEdit && (
                <Buttons
                  name={field.name}
                  edit={() => edit(field.publicId)}
                  up={at > 0 ? () => move(field, at - 1) : undefined}
                  down={at < fields.length - 1 ? () => move(field, at + 1) : undefined}
                />
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

interface ButtonsProps {
  name: string;
  edit: () => void;
  up: (() => void) | undefined;
  down: (() => void) | undefined;
}

const Buttons = ({ name, edit, up, down }: ButtonsProps) => (
  <>
    {(
      [
        [ArrowUp, fieldTexts.up(name), up],
        [ArrowDown, fieldTexts.down(name), down],
        [Pencil, fieldTexts.edit(name), edit],
      ] as const
    ).map(([icon, text, run]) => (
      <button
        key={text}
        class="button plain icon-only small"
        type="button"
        aria-label={text}
        title={text}
        disabled={!run}
        onClick={run}
      >
        <Icon of={icon} />
      </button>
    ))}
  </>
);
