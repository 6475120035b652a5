import { Lock } from 'lucide';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { SignInAgain } from '../app/sign-in-again.tsx';
import { factorTexts as texts } from '../messages/factors.ts';
import { Icon } from '../ui/icon.tsx';

type Closed = ReplyOf<typeof routes.policies.closed>;

/** The others close the workspace to API keys only. */
const sentences: Partial<Record<Closed[number]['policy'], (workspace: string) => string>> = {
  secondFactor: texts.closed,
  provider: texts.signOn.closedBy,
  sessionHours: texts.signOn.closedOld,
  idleMinutes: texts.signOn.closedOld,
  addresses: texts.signOn.closedFar,
};

/** The user's workspaces whose policies close them to this session, below those that are open. */
export function ClosedWorkspaces() {
  const known = useResource<Closed>(
    'closed workspaces',
    async (signal) => (await server.ask(routes.policies.closed, {}, { signal })).reply,
  );
  return known.value.value?.map(({ publicId, name, policy, provider }) => (
    <div key={publicId} class="row quiet">
      <Icon of={Lock} />
      <p>
        {(sentences[policy] ?? texts.signOn.closedOld)(name)}{' '}
        {policy === 'secondFactor' && <a href="/profile/security">{texts.addOne}</a>}
        {policy === 'provider' && <SignInAgain provider={provider} />}
        {(policy === 'sessionHours' || policy === 'idleMinutes') && <SignInAgain provider={null} />}
      </p>
    </div>
  ));
}
