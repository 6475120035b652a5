import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Field, Form, Select } from '../app/form.tsx';
import { go } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import { panelTexts, workspaceTexts } from '../messages/pages.ts';
import { settingsTexts } from '../messages/settings.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { Head } from './settings-frame.tsx';
import type { WorkspacePart } from './workspace.tsx';

/** The settings of a workspace, and its end. */
export function WorkspaceSettings(part: WorkspacePart) {
  const { may } = part.known;
  return (
    <>
      {may.has('workspace:edit') && <Basics {...part} />}
      {may.has('workspace:delete') && <DeleteWorkspace {...part} />}
    </>
  );
}

function Basics(part: WorkspacePart) {
  const { workspace, may } = part.known;
  const save = async ({
    name = '',
    slug = '',
    cardPrefix = '',
    week = '',
    emails,
    boards,
  }: Record<string, string>) => {
    const weekStartDay = ([0, 1, 6] as const).find((each) => String(each) === week) ?? 1;
    const shared = may.has('board:share') ? { allowPublicBoards: boards === 'yes' } : {};
    const body = { name, slug, cardPrefix, weekStartDay, showEmailsToMembers: emails === 'yes', ...shared };
    await server.ask(routes.workspaces.update, { params: { workspacePublicId: workspace.publicId }, body });
    toast(panelTexts.saved);
    await part.of.read();
  };
  return (
    <section>
      <Head title={settingsTexts.general} />
      <Form submit={t.save} onSubmit={save}>
        <Field label={t.boards.workspaceName} name="name" value={workspace.name} maxLength={64} />
        <Field
          label={panelTexts.slug}
          name="slug"
          value={workspace.slug}
          maxLength={64}
          hint={panelTexts.slugHint}
        />
        <Field
          label={workspaceTexts.cardPrefix}
          name="cardPrefix"
          value={workspace.cardPrefix}
          maxLength={10}
          hint={workspaceTexts.cardPrefixHint}
        />
        <Select label={workspaceTexts.weekStart} name="week">
          {Object.entries(workspaceTexts.weekDays).map(([value, text]) => (
            <option key={value} value={value} selected={Number(value) === workspace.weekStartDay}>
              {text}
            </option>
          ))}
        </Select>
        <label class="check">
          <input type="checkbox" name="emails" value="yes" defaultChecked={workspace.showEmailsToMembers} />
          {workspaceTexts.showEmails}
        </label>
        {may.has('board:share') && (
          <label class="check">
            <input type="checkbox" name="boards" value="yes" defaultChecked={workspace.allowPublicBoards} />
            {workspaceTexts.publicBoards}
          </label>
        )}
      </Form>
    </section>
  );
}

function DeleteWorkspace({ known: { workspace } }: WorkspacePart) {
  const params = { workspacePublicId: workspace.publicId };
  const restore = () =>
    void server.ask(routes.workspaces.restore, { params }).then(
      () => go(`/w/${workspace.publicId}`),
      (error: unknown) => toast(problemOf(error)),
    );
  return (
    <section>
      <Head title={workspaceTexts.delete} hint={workspaceTexts.deleteHint} />
      <div class="row wrap">
        <Confirm
          label={workspaceTexts.delete}
          question={workspaceTexts.deleteQuestion(workspace.name)}
          yes={workspaceTexts.delete}
          run={async () => {
            await server.ask(routes.workspaces.delete, { params });
            go('/', { replace: true });
            toast(panelTexts.deleted(workspace.name), { label: t.undo.undo, run: restore });
          }}
        />
      </div>
    </section>
  );
}
