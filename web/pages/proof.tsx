import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { users } from '../../contract/users.ts';
import { Field } from '../app/form.tsx';
import { problemOf } from '../app/problem.ts';
import { type Resource, useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { profileTexts } from '../messages/pages.ts';
import { toast } from '../ui/toast.tsx';

export type Account = ReplyOf<typeof users.me>;

export const useAccount = (): Resource<Account> =>
  useResource<Account>('me', async (signal) => (await server.ask(users.me, {}, { signal })).reply);

/** Confirms the user's identity: by password, or by a link sent by mail. */
export function Proof({ account }: { account: Account }) {
  const [isSent, setSent] = useState(false);
  if (account.hasPassword) {
    return (
      <>
        {/* The user name, for password managers. */}
        <input type="email" autocomplete="username" value={account.email} readOnly hidden />
        <Field
          label={profileTexts.currentPassword}
          name="currentPassword"
          type="password"
          autocomplete="current-password"
        />
      </>
    );
  }
  return (
    <>
      <p class="quiet">{profileTexts.proofHint}</p>
      <button
        class="button"
        type="button"
        onClick={() =>
          void server.ask(routes.auth.requestMagicLink, { body: { email: account.email } }).then(
            () => setSent(true),
            (error: unknown) => toast(problemOf(error)),
          )
        }
      >
        {isSent ? profileTexts.linkSent : profileTexts.sendLink}
      </button>
      <Field label={profileTexts.mailedLink} name="token" />
    </>
  );
}

/** Accepts a whole pasted link: its token is in the fragment. */
export const proofIn = ({ currentPassword, token }: Record<string, string>) => ({
  ...(currentPassword === undefined ? {} : { currentPassword }),
  ...(token === undefined ? {} : { token: decodeURIComponent(token.split('#').at(-1) ?? '').trim() }),
});
