import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { AccountFields, Form } from '../app/form.tsx';
import { go, leading } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { me, server, signOut, signUp } from '../app/session.ts';
import { mailedTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';

/*
 * An invitation. Its code is in the fragment, which is never sent. One for a single address can be accepted only with that
 * address, so no other account is made here.
 */

type Invitation = ReplyOf<typeof routes.invites.get>;

const code = (): string => decodeURIComponent(location.hash.slice(1));

async function join(): Promise<void> {
  await server.ask(routes.invites.accept, { body: { inviteCode: code() } });
  go('/', { replace: true });
}

const problemWith = (error: unknown): string =>
  error instanceof ApiError && [400, 404].includes(error.status) ? mailedTexts.notOpen : problemOf(error);

export function Invite() {
  const [invitation, setInvitation] = useState<Invitation>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    server
      .ask(routes.invites.get, { params: { code: code() } })
      .then(({ reply }) => setInvitation(reply))
      .catch((error: unknown) => setProblem(problemWith(error)));
  }, []);
  return (
    <main class="entrance">
      <h1>{invitation ? mailedTexts.invited(invitation.workspaceName) : t.mailed.invitation}</h1>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {invitation && (
        <>
          <p class="quiet">{mailedTexts.invitedBy(invitation.inviterName, invitation.workspaceName)}</p>
          <Acceptance of={invitation} />
        </>
      )}
    </main>
  );
}

/** What the visitor can do: join, create an account and join, or sign in with another one. */
function Acceptance({ of: { email, status } }: { of: Invitation }) {
  const account = me.value;
  if (account && email !== null && account.email !== email) {
    return (
      <>
        <p>{mailedTexts.forOther(email, account.email)}</p>
        <button class="button primary" type="button" onClick={() => void signOut()}>
          {mailedTexts.otherAccount}
        </button>
        <a href="/">{mailedTexts.stay}</a>
      </>
    );
  }
  if (status === 'accepted') {
    return (
      <>
        <p>{mailedTexts.accepted}</p>
        <a class="button primary" href={account ? '/' : '/sign-in'}>
          {account ? mailedTexts.open : t.signIn.title}
        </a>
      </>
    );
  }
  if (account) {
    return (
      <Form submit={mailedTexts.join} onSubmit={join}>
        <p class="quiet">{mailedTexts.joinAs(account.email)}</p>
      </Form>
    );
  }
  return <NewAccount email={email ?? undefined} />;
}

const NewAccount = ({ email }: { email: string | undefined }) => (
  <>
    {email !== undefined && <p class="quiet">{mailedTexts.onlyFor(email)}</p>}
    <Form
      submit={mailedTexts.signUpAndJoin}
      onSubmit={async ({ name = '', email: given = '', password = '' }) => {
        await signUp({ name, email: given, password, inviteCode: code() });
        await join();
      }}
    >
      <AccountFields email={email} />
    </Form>
    <p class="quiet">
      {t.signUp.toSignIn} <a href={leading('/sign-in', `/invite#${code()}`)}>{t.signIn.title}</a>
    </p>
  </>
);
