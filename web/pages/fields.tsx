import { Plus, Shapes } from 'lucide';
import { useState } from 'preact/hooks';
import type { Field } from '../../contract/field-shapes.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { fieldsOf } from '../board/field-values.ts';
import type { OpenBoard } from '../board/open.ts';
import { fieldTexts } from '../messages/fields.ts';
import { sharedFieldTexts as shared } from '../messages/pages.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import type { PanelPart } from './board-info.ts';
import { EditField, type FieldContent } from './edit-field.tsx';
import { FieldRows } from './field-rows.tsx';
import { UseField } from './use-field.tsx';

/** The fields of a board: added, changed, ordered and deleted. */
export function Fields({ board, info }: PanelPart) {
  const [edited, setEdited] = useState<string>();
  const fields = fieldsOf(board);
  const known = info.value.value;
  const mayEdit = known?.may('board:edit') ?? false;
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
      <FieldRows
        fields={fields}
        note={(field) => (field.workspaceFieldPublicId === null ? '' : shared.ofWorkspace)}
        mayEdit={mayEdit}
        edited={edited}
        edit={setEdited}
        move={(field, index) => void move(field, index)}
        form={(field) => (
          <FieldForm
            board={board}
            field={field}
            mayShare={known?.mayInWorkspace('workspace:manage') ?? false}
            close={close}
          />
        )}
      />
      {edited === 'new' && <FieldForm board={board} close={close} />}
      {edited === 'use' && known && <UseField board={board} info={known} close={close} />}
      {mayEdit && edited !== 'new' && edited !== 'use' && (
        <div class="row wrap">
          <button class="button" type="button" onClick={() => setEdited('new')}>
            <Icon of={Plus} /> {fieldTexts.create}
          </button>
          {known?.mayInWorkspace('board:view') && (
            <button class="button" type="button" onClick={() => setEdited('use')}>
              <Icon of={Shapes} /> {shared.use}
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface FieldFormProps {
  board: OpenBoard;
  /** Absent for a new one. */
  field?: Field;
  /** Whether it can be made one of the workspace. */
  mayShare?: boolean;
  close: () => void;
}

function FieldForm({ board, field, mayShare, close }: FieldFormProps) {
  const isShared = field !== undefined && field.workspaceFieldPublicId !== null;
  const save = async ({ shownOnTile, ...content }: FieldContent) => {
    const { reply } = field
      ? await server.ask(routes.fields.update, {
          params: { fieldPublicId: field.publicId },
          body: { shownOnTile, ...(isShared ? {} : content) },
        })
      : await server.ask(routes.fields.create, {
          params: { boardPublicId: board.id },
          body: { shownOnTile, ...content },
        });
    board.store.put('field', reply.publicId, reply);
    close();
  };
  const remove = field && {
    label: isShared ? shared.stop : fieldTexts.deleteThis,
    question: isShared ? shared.stopQuestion : fieldTexts.deleteQuestion,
    run: async () => {
      await server.ask(routes.fields.delete, { params: { fieldPublicId: field.publicId } });
      board.store.put('field', field.publicId, null);
      close();
    },
  };
  const share = async ({ publicId: fieldPublicId }: Field) => {
    try {
      const { reply } = await server.ask(routes.fields.share, { params: { fieldPublicId } });
      board.store.put('field', reply.publicId, reply);
      close();
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <EditField
      {...(field && mayShare && !isShared ? { share: () => share(field) } : {})}
      {...(field ? { field } : {})}
      {...(remove ? { remove } : {})}
      isShared={isShared}
      onTile={fieldTexts.onTile}
      save={save}
      close={close}
    />
  );
}
