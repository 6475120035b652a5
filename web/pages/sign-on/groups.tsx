import { useState } from 'preact/hooks';
import { groups } from '../../../contract/groups.ts';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { factorTexts } from '../../messages/factors.ts';
import { roleTexts } from '../../messages/pages.ts';
import { attempt } from '../attempt.ts';
import { Head } from '../settings-frame.tsx';
import type { Role } from '../workspace.tsx';

const texts = factorTexts.signOn;

interface GroupsProps {
  workspace: string;
  roles: readonly Role[];
}

type Known = ReplyOf<typeof groups.list>;

/** The groups whose people get a role in a workspace. */
export function Groups({ workspace, roles }: GroupsProps) {
  const params = { workspacePublicId: workspace };
  const known = useResource<Known>(
    `groups of ${workspace}`,
    async (signal) => (await server.ask(groups.list, { params }, { signal })).reply,
  );
  const [isAdding, setAdding] = useState(false);
  return (
    <section>
      <Head title={texts.groups} hint={texts.groupsHint}>
        {!isAdding && (
          <button class="button" type="button" onClick={() => setAdding(true)}>
            {texts.add}
          </button>
        )}
      </Head>
      <Loaded of={known}>
        {(all) => (
          <>
            {isAdding && (
              <NewGroup
                providers={all.providers}
                roles={roles}
                cancel={() => setAdding(false)}
                add={async (body) => {
                  await server.ask(groups.create, { params, body });
                  setAdding(false);
                  await known.read();
                }}
              />
            )}
            {all.groups.length === 0 && !isAdding && <p class="quiet">{texts.noGroups}</p>}
            <List
              all={all}
              remove={(groupPublicId) =>
                void attempt(
                  () => server.ask(groups.remove, { params: { ...params, groupPublicId } }),
                  known.read,
                )
              }
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface NewGroupProps {
  providers: Known['providers'];
  roles: readonly Role[];
  add: (group: BodyOf<typeof groups.create>) => Promise<void>;
  cancel: () => void;
}

const NewGroup = ({ providers, roles, add, cancel }: NewGroupProps) => (
  <div class="boxed">
    <Form
      submit={texts.add}
      isQuiet
      cancel={cancel}
      onSubmit={({ from = '', name = '', role = '' }) => add({ provider: from || null, name, role })}
    >
      <div class="pair">
        <Field label={texts.group} name="name" maxLength={255} isFirst />
        <Select label={texts.of} name="from">
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{texts.directory}</option>
        </Select>
        <Select label={texts.role} name="role" value="member">
          {roles.map(({ publicId, name }) => (
            <option key={publicId} value={name}>
              {roleTexts[name] ?? name}
            </option>
          ))}
        </Select>
      </div>
    </Form>
  </div>
);

function List({ all, remove }: { all: Known; remove: (id: string) => void }) {
  const nameOf = (provider: string | null) =>
    provider === null ? texts.directory : (all.providers.find(({ id }) => id === provider)?.name ?? provider);
  return (
    <ul class="rows">
      {all.groups.map(({ publicId, provider, name, role }) => (
        <li key={publicId}>
          <div class="grow">
            <span dir="auto">{name}</span>
            <p class="quiet fine">
              {nameOf(provider)} · {roleTexts[role] ?? role}
            </p>
          </div>
          <button
            class="button small"
            type="button"
            aria-label={texts.removeNamed(name)}
            onClick={() => remove(publicId)}
          >
            {texts.remove}
          </button>
        </li>
      ))}
    </ul>
  );
}
