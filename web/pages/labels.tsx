import { Pencil, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { nextColour } from '../board/next-colour.ts';
import { cardsWith, deleteLabel, editLabel } from '../board/panel-commands.ts';
import { labelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import type { Entities } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import type { PanelPart } from './board-info.ts';

type Label = Entities['label'];

/** The labels of a board: created, renamed, recoloured and deleted. */
export function Labels({ board, info }: PanelPart) {
  const { store } = board;
  const [edited, setEdited] = useState<string>();
  const labels = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  const mayEdit = info.value.value?.may('board:edit') ?? false;
  const close = () => setEdited(undefined);
  return (
    <>
      {labels.length === 0 && <p class="quiet">{labelTexts.noLabels}</p>}
      <ul class="label-rows">
        {labels.map((label) => (
          <LabelRow
            key={label.publicId}
            board={board}
            label={label}
            isEdited={edited === label.publicId}
            mayEdit={mayEdit}
            edit={() => setEdited(label.publicId)}
            close={close}
          />
        ))}
      </ul>
      {edited === 'new' ? (
        <EditLabel
          label={{ publicId: '', name: '', colourCode: freeColour(labels) }}
          submit={labelTexts.addLabel}
          close={close}
          save={async (fields) => {
            const body = { ...fields, boardPublicId: board.id };
            const { reply } = await server.ask(routes.labels.create, { body });
            store.put('label', reply.publicId, reply);
            close();
          }}
        />
      ) : (
        mayEdit && (
          <button class="button" type="button" onClick={() => setEdited('new')}>
            <Icon of={Plus} /> {labelTexts.newLabel}
          </button>
        )
      )}
    </>
  );
}

interface LabelRowProps {
  board: PanelPart['board'];
  label: Label;
  isEdited: boolean;
  mayEdit: boolean;
  edit: () => void;
  close: () => void;
}

const LabelRow = ({ board, label, isEdited, mayEdit, edit, close }: LabelRowProps) => (
  <li>
    {isEdited ? (
      <EditLabel
        label={label}
        submit={t.save}
        close={close}
        save={async (fields) => {
          board.do(editLabel(label, fields));
          close();
        }}
        remove={{
          question: labelTexts.deleteLabel(cardsWith(board.store, label.publicId).length),
          run: () => {
            board.outbox.add(deleteLabel(board.store, label));
            close();
          },
        }}
      />
    ) : (
      <>
        <span class="label wide" style={{ '--colour': label.colourCode }}>
          {label.name}
        </span>
        {mayEdit && (
          <button
            class="button plain icon-only small"
            type="button"
            aria-label={labelTexts.editLabel(label.name)}
            onClick={edit}
          >
            <Icon of={Pencil} />
          </button>
        )}
      </>
    )}
  </li>
);

const colours = Object.entries(labelTexts.colours);

const freeColour = (labels: readonly Label[]): string =>
  nextColour(
    colours.map(([colour]) => colour),
    labels.map(({ colourCode }) => colourCode),
  );

interface EditLabelProps {
  label: Label;
  submit: string;
  save: (fields: Pick<Label, 'name' | 'colourCode'>) => Promise<void>;
  close: () => void;
  remove?: { question: string; run: () => void };
}

function EditLabel({ label, submit, save, close, remove }: EditLabelProps) {
  const isOwn = colours.every(([colour]) => colour !== label.colourCode);
  const [colour, setColour] = useState(label.colourCode);
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
      <Form
        submit={submit}
        cancel={close}
        onSubmit={({ name = '' }) => save({ name: name.trim(), colourCode: colour })}
      >
        <Field label={labelTexts.labelName} name="name" value={label.name} maxLength={36} isFirst />
        <fieldset class="swatches">
          <legend class="field-label">{labelTexts.colour}</legend>
          {colours.map(([value, name]) => (
            <label key={value} class="swatch" style={{ '--colour': value }} title={name}>
              <input
                type="radio"
                name="colour"
                value={value}
                checked={colour === value}
                aria-label={name}
                onChange={() => setColour(value)}
              />
            </label>
          ))}
          <input
            class={`own-colour ${isOwn ? 'chosen' : ''}`}
            type="color"
            value={colour}
            aria-label={labelTexts.ownColour}
            title={labelTexts.ownColour}
            onInput={({ currentTarget }) => setColour(currentTarget.value)}
          />
        </fieldset>
      </Form>
      {remove && (
        <Confirm
          label={labelTexts.deleteThisLabel}
          question={remove.question}
          yes={t.delete}
          run={remove.run}
        />
      )}
    </div>
  );
}
