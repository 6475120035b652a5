import { Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { caps } from '../../contract/caps.ts';
import type { WorkspaceField } from '../../contract/field-shapes.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { fieldTexts } from '../messages/fields.ts';
import { sharedFieldTexts as texts } from '../messages/pages.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { EditField, type FieldContent } from './edit-field.tsx';
import { FieldRows } from './field-rows.tsx';
import { Head } from './settings-frame.tsx';
import type { WorkspacePart } from './workspace.tsx';

/** The fields that the boards of a workspace can use. */
export function WorkspaceFields({ known: { workspace } }: WorkspacePart) {
  const params = { workspacePublicId: workspace.publicId };
  const all = useResource(
    `fields of ${workspace.publicId}`,
    async (signal) => (await server.ask(routes.fields.listOfWorkspace, { params }, { signal })).reply,
  );
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const move = async ({ publicId }: WorkspaceField, index: number) => {
    try {
      const of = { ...params, workspaceFieldPublicId: publicId };
      await server.ask(routes.fields.updateInWorkspace, { params: of, body: { index } });
      await all.read();
    } catch (error) {
      toast(problemOf(error));
    }
  };
  const isFull = (all.value.value?.length ?? 0) >= caps.fieldsOfWorkspace;
  return (
    <section>
      <Head title={texts.title} hint={texts.hint}>
        {edited !== 'new' && !isFull && (
          <button class="button" type="button" onClick={() => setEdited('new')}>
            <Icon of={Plus} /> {fieldTexts.create}
          </button>
        )}
      </Head>
      {edited === 'new' && <FieldForm workspace={workspace.publicId} all={all} close={close} />}
      <Loaded of={all}>
        {(fields) =>
          fields.length === 0 && edited !== 'new' ? (
            <p class="quiet">{texts.none}</p>
          ) : (
            <FieldRows
              fields={fields}
              note={({ boardCount }) => (boardCount === undefined ? '' : texts.usedOn(boardCount))}
              mayEdit
              edited={edited}
              edit={setEdited}
              move={(field, index) => void move(field, index)}
              form={(field) => (
                <FieldForm workspace={workspace.publicId} all={all} field={field} close={close} />
              )}
            />
          )
        }
      </Loaded>
    </section>
  );
}

interface FieldFormProps {
  workspace: string;
  all: Resource<WorkspaceField[]>;
  /** Absent for a new one. */
  field?: WorkspaceField;
  close: () => void;
}

function FieldForm({ workspace, all, field, close }: FieldFormProps) {
  const params = { workspacePublicId: workspace };
  const save = async (body: FieldContent) => {
    if (field) {
      const of = { ...params, workspaceFieldPublicId: field.publicId };
      await server.ask(routes.fields.updateInWorkspace, { params: of, body });
    } else await server.ask(routes.fields.createInWorkspace, { params, body });
    await all.read();
    close();
  };
  const remove = field && {
    label: fieldTexts.deleteThis,
    question: texts.deleteQuestion(field.boardCount ?? 0),
    run: async () => {
      const of = { ...params, workspaceFieldPublicId: field.publicId };
      const { reply } = await server.ask(routes.fields.deleteFromWorkspace, { params: of });
      toast(texts.deleted(field.name, reply.cards));
      await all.read();
      close();
    },
  };
  return (
    <EditField
      {...(field ? { field } : {})}
      {...(remove ? { remove } : {})}
      onTile={texts.onTile}
      save={save}
      close={close}
    />
  );
}
