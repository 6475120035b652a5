import { useState } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import type { BodyOf, ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Form } from '../app/form.tsx';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { factorTexts } from '../messages/factors.ts';
import { panelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { Head } from './settings-frame.tsx';
import { Directory } from './sign-on/directory.tsx';
import { lockedOut, SignOnFields, signOnOf } from './sign-on/fields.tsx';
import { Groups } from './sign-on/groups.tsx';
import type { WorkspacePart } from './workspace.tsx';
import { KeyFields, keyPoliciesOf } from './workspace-keys/fields.tsx';

const texts = factorTexts.demanded;

/** The code of a policy whose way out is on another page. */
const ofFactor = 'second-factor-demanded';

type Policies = ReplyOf<typeof routes.policies.get>;
type Changes = BodyOf<typeof routes.policies.update>;

/** What a workspace demands of its members. */
export function WorkspaceSecurity({ known: { workspace, roles } }: WorkspacePart) {
  const input = { params: { workspacePublicId: workspace.publicId } };
  const known = useResource<Policies>(
    `policies ${workspace.publicId}`,
    async (signal) => (await server.ask(routes.policies.get, input, { signal })).reply,
  );
  return (
    <>
      <section>
        <Head title={texts.title} hint={texts.hint} />
        <Loaded of={known}>
          {(policies) => <Demanded id={workspace.publicId} policies={policies} known={known} />}
        </Loaded>
      </section>
      <Groups workspace={workspace.publicId} roles={roles} />
      <Directory workspace={workspace.publicId} />
    </>
  );
}

/** Only what was changed here, so that what somebody else has changed meanwhile stays. */
const changedIn = (chosen: Changes, policies: Policies): Changes =>
  Object.fromEntries(
    Object.entries(chosen).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(policies[name as keyof Policies]),
    ),
  );

interface DemandedProps {
  id: string;
  policies: Policies;
  known: Resource<Policies>;
}

function Demanded({ id, policies, known }: DemandedProps) {
  const [unmet, setUnmet] = useState<string>();
  const save = async ({ factor, ...values }: Record<string, string>) => {
    setUnmet(undefined);
    const chosen = { secondFactor: factor === 'yes', ...signOnOf(values), ...keyPoliciesOf(values) };
    const body = changedIn(chosen, policies);
    try {
      if (Object.keys(body).length > 0)
        await server.ask(routes.policies.update, { params: { workspacePublicId: id }, body });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      return setUnmet(String(error.issues[0]?.values?.policy ?? ''));
    }
    toast(panelTexts.saved);
    await known.read();
  };
  return (
    <Form submit={t.save} onSubmit={save}>
      <div>
        <label class="check">
          <input type="checkbox" name="factor" value="yes" defaultChecked={policies.secondFactor} />
          {texts.secondFactor}
        </label>
        <p class="quiet fine">{texts.secondFactorHint}</p>
      </div>
      <SignOnFields policies={policies} />
      <KeyFields policies={policies} />
      {unmet === ofFactor && (
        <p role="alert">
          {texts.firstYourself} <a href="/profile/security">{texts.toFactors}</a>
        </p>
      )}
      {unmet !== undefined && unmet !== ofFactor && <p role="alert">{lockedOut(unmet)}</p>}
    </Form>
  );
}
