import { routes } from '../../contract/routes.ts';
import { readBoards, type Workspace } from '../app/boards-data.ts';
import { Field, Form, Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { homeTexts } from '../messages/home.ts';
import { t } from '../messages/t.ts';
import { Sheet } from '../ui/sheet.tsx';

interface NewBoardProps {
  workspaces: readonly Workspace[];
  makeIn: string;
  close: () => void;
}

/** Cards that reach the last list of a board are done. */
async function completeIn(boardPublicId: string): Promise<void> {
  const query = { workspaceMembers: 'none' } as const;
  const { lists } = (await server.ask(routes.boards.get, { params: { boardPublicId }, query })).reply;
  const listPublicId = lists.at(-1)?.publicId;
  if (listPublicId)
    await server.ask(routes.lists.update, { params: { listPublicId }, body: { completes: true } });
}

/** The initial lists of a board without a template. */
export function NewBoard({ workspaces, makeIn, close }: NewBoardProps) {
  const templates = useResource<Workspace[]>('{"type":"template"} ', (signal) =>
    readBoards({ type: 'template' }, undefined, signal),
  );
  const starts = Object.entries(homeTexts.starts);
  const found = (templates.value.value ?? []).flatMap(({ boards }) => boards);
  const make = async ({ name = '', workspace = makeIn, from = '', access }: Record<string, string>) => {
    const start = starts.find(([key]) => key === from)?.[1];
    const { reply } = await server.ask(routes.boards.create, {
      params: { workspacePublicId: workspace },
      body: {
        name,
        access: access === 'members' ? 'members' : 'workspace',
        ...(start ? { lists: [...start.lists] } : { sourceBoardPublicId: from, type: 'regular' }),
      },
    });
    // The board is there: that its last list does not complete cards is no reason to stay here.
    if (start?.completes) await completeIn(reply.publicId).catch(() => {});
    go(`/b/${reply.publicId}`);
  };
  return (
    <Sheet title={homeTexts.new} close={close}>
      <Form submit={homeTexts.create} onSubmit={make}>
        <Field label={t.boards.name} name="name" maxLength={100} isFirst />
        {workspaces.length > 1 && (
          <Select label={t.boards.workspace} name="workspace" value={makeIn}>
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id} selected={id === makeIn}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Select label={homeTexts.startWith} name="from">
          {starts.map(([key, { text }]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
          {found.length > 0 && (
            <optgroup label={homeTexts.templates}>
              {found.map(({ publicId, name }) => (
                <option key={publicId} value={publicId}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        <Select label={homeTexts.openTo} name="access">
          {Object.entries(homeTexts.access).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </Form>
    </Sheet>
  );
}
