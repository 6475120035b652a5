import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { Field, Form, Select } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { panelTexts, roleHintTexts, roleTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { tellInvited } from './invitation.tsx';
import { Head } from './settings-frame.tsx';
import { mayGive, type WorkspacePart } from './workspace.tsx';

/** Invites someone to a workspace, in a role. */
export function InviteByMail(part: WorkspacePart) {
  const { workspace, roles } = part.known;
  const params = { workspacePublicId: workspace.publicId };
  const offered = roles.filter((role) => mayGive(part.known, role));
  const [chosen, setChosen] = useState(
    offered.some(({ name }) => name === 'member') ? 'member' : offered[0]?.name,
  );
  const purpose = offered.find(({ name }) => name === chosen)?.description;
  return (
    <section>
      <Head title={panelTexts.invite} />
      <Form
        key={workspace.members.length}
        submit={panelTexts.sendInvitation}
        isQuiet
        onSubmit={async ({ email = '', role = '' }) => {
          const { reply } = await server.ask(routes.invites.inviteMember, { params, body: { email, role } });
          tellInvited({ workspace: workspace.publicId, id: reply.publicId, name: email }, reply.mailSent);
          await part.of.read();
        }}
      >
        <div class="pair">
          <Field label={t.signIn.email} name="email" type="email" />
          <Select
            label={panelTexts.role}
            name="role"
            value={chosen}
            hint={roleHintTexts[chosen ?? ''] ?? purpose ?? undefined}
            onChange={setChosen}
          >
            {offered.map(({ publicId, name }) => (
              <option key={publicId} value={name}>
                {roleTexts[name] ?? name}
              </option>
            ))}
          </Select>
        </div>
      </Form>
    </section>
  );
}
