import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { Field } from '../../contract/field-shapes.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { fieldsOf } from '../board/field-values.ts';
import { fieldTexts } from '../messages/fields.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import type { PanelPart } from './board-info.ts';
import { EditField } from './edit-field.tsx';

/** The fields of a board: added, changed, ordered and deleted. */
export function Fields({ board, info }: PanelPart) {
  const [edited, setEdited] = useState<string>();
  const fields = fieldsOf(board);
  const mayEdit = info.value.value?.may('board:edit') ?? false;
  const close = () => setEdited(undefined);
  const move = async (field: Field, index: number) => {
    try {
      const params = { fieldPublicId: field.publicId };
      const { reply } = await server.ask(routes.fields.update, { params, body: { index } });
      board.store.put('field', reply.publicId, reply);
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <>
      {fields.length === 0 && <p class="quiet">{fieldTexts.none}</p>}
      <ul class="label-rows">
        {fields.map((field, at) => (
          <li key={field.publicId}>
            {edited === field.publicId ? (
              <EditField board={board} field={field} close={close} />
            ) : (
              <>
                <span class="label wide">
                  {field.name} <span class="quiet">{fieldTexts.types[field.type]}</span>
                </span>
                {mayEdit && (
                  <Buttons
                    name={field.name}
                    edit={() => setEdited(field.publicId)}
                    up={at > 0 ? () => void move(field, at - 1) : undefined}
                    down={at < fields.length - 1 ? () => void move(field, at + 1) : undefined}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <EditField board={board} close={close} />
      ) : (
        mayEdit && (
          <button class="button" type="button" onClick={() => setEdited('new')}>
            <Icon of={Plus} /> {fieldTexts.create}
          </button>
        )
      )}
    </>
  );
}

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
