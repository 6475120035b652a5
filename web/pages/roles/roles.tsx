import { Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { BodyOf } from '../../../contract/operation.ts';
import { roles as operations } from '../../../contract/roles.ts';
import { Confirm } from '../../app/confirm.tsx';
import { server } from '../../app/session.ts';
import { settingsTexts, rolesTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { Head } from '../settings-frame.tsx';
import type { Role, WorkspacePart } from '../workspace.tsx';
import { RoleForm } from './form.tsx';
import { Matrix } from './matrix.tsx';
import { mayChange, roleName } from './permitted.ts';

/** The roles of a workspace, and what each permits. */
export function Roles(part: WorkspacePart) {
  const { known, of } = part;
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const params = { workspacePublicId: known.workspace.publicId };
  return (
    <>
      <section>
        <Head title={texts.title} hint={texts.hint}>
          {known.may.has('workspace:manage') && edited !== 'new' && (
            <button class="button" type="button" onClick={() => setEdited('new')}>
              <Icon of={Plus} /> {texts.new}
            </button>
          )}
        </Head>
        {edited === 'new' && (
          <RoleForm
            known={known}
            submit={texts.create}
            cancel={close}
            save={async (body) => {
              await server.ask(operations.create, { params, body: body as BodyOf<typeof operations.create> });
              close();
              await of.read();
            }}
          />
        )}
        <ul class="rows">
          {known.roles.map((role) => (
            <RoleRow
              key={role.publicId}
              part={part}
              role={role}
              isEdited={edited === role.publicId}
              edit={() => setEdited(role.publicId)}
              close={close}
            />
          ))}
        </ul>
      </section>
      <Matrix part={part} />
    </>
  );
}

/** The service words the purpose of its own roles tersely. */
const plainly = (description: string | null): string | null =>
  texts.purposes[description ?? ''] ?? description;

interface RoleRowProps {
  part: WorkspacePart;
  role: Role;
  isEdited: boolean;
  edit: () => void;
  close: () => void;
}

function RoleRow({ part, role, isEdited, edit, close }: RoleRowProps) {
  const { known, of } = part;
  const { publicId, description, isSystem, memberCount } = role;
  const name = roleName(role);
  const params = { workspacePublicId: known.workspace.publicId, rolePublicId: publicId };
  if (isEdited)
    return (
      <li>
        <div class="grow">
          <RoleForm
            known={known}
            role={role}
            submit={t.save}
            cancel={close}
            save={async (body) => {
              await server.ask(operations.update, { params, body });
              close();
              await of.read();
            }}
          />
        </div>
      </li>
    );
  return (
    <li>
      <div class="grow">
        <span dir="auto">{name}</span>
        <p class="quiet fine">
          {[texts.members(memberCount), plainly(description)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {role.name === known.role && <span class="pill accent">{texts.yours}</span>}
      {isSystem && <span class="pill">{texts.builtIn}</span>}
      {mayChange(known, role) && !isSystem && memberCount === 0 && (
        <Confirm
          label={texts.delete}
          question={texts.deleteQuestion(name)}
          yes={texts.delete}
          isPlain
          run={async () => {
            await server.ask(operations.delete, { params });
            toast(texts.deleted(name));
            await of.read();
          }}
        />
      )}
      {mayChange(known, role) && (
        <button class="button small" type="button" aria-label={texts.edit(name)} onClick={edit}>
          {settingsTexts.edit}
        </button>
      )}
    </li>
  );
}
