import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { Confirm } from '../app/confirm.tsx';
import { Form, NewPassword, problemOf } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server, signOut } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { ago, moment } from '../messages/formats.ts';
import { profileTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';
import { type Account, Proof, proofIn, useAccount } from './proof.tsx';

/** The password and the active sessions. */
export const Security = () => <Loaded of={useAccount()}>{(account) => <Ways account={account} />}</Loaded>;

const Ways = ({ account }: { account: Account }) => (
  <>
    <Sessions />
    <section>
      <h2>{account.hasPassword ? profileTexts.changePassword : profileTexts.setPassword}</h2>
      <Form
        submit={profileTexts.changePassword}
        isQuiet
        onSubmit={async ({ password = '', keys, ...given }) => {
          const body = { newPassword: password, ...proofIn(given), ...(keys ? { revokeApiKeys: true } : {}) };
          await server.ask(routes.users.changePassword, { body });
          toast(profileTexts.passwordChanged);
        }}
      >
        <Proof account={account} />
        <NewPassword label={t.mailed.newPassword} />
        <label class="check">
          <input type="checkbox" name="keys" value="yes" /> {profileTexts.revokeKeys}
        </label>
      </Form>
    </section>
  </>
);

type Session = ReplyOf<typeof routes.auth.sessions>[number];

function Sessions() {
  const sessions = useResource<Session[]>(
    'sessions',
    async (signal) => (await server.ask(routes.auth.sessions, {}, { signal })).reply,
  );
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast(problemOf(error));
    }
    await sessions.read();
  };
  const end = (sessionId: string) =>
    attempt(() => server.ask(routes.auth.endSession, { params: { sessionId } }));
  const endOthers = () => server.ask(routes.auth.endOtherSessions, {});
  return (
    <section>
      <h2>{profileTexts.sessions}</h2>
      <Loaded of={sessions}>
        {(all) => (
          <>
            <ul class="rows">
              {all.map(({ id, userAgent, lastUsedAt, createdAt, current }) => (
                <li key={id}>
                  <div class="grow">
                    {browserOf(userAgent)}
                    <p class="quiet fine" title={userAgent ?? ''}>
                      {current ? profileTexts.thisOne : profileTexts.used(ago(lastUsedAt))} ·{' '}
                      {profileTexts.since(moment(createdAt))}
                    </p>
                  </div>
                  {!current && (
                    <button class="button small" type="button" onClick={() => void end(id)}>
                      {profileTexts.endSession}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <div class="row wrap">
              {all.length > 1 && (
                <button class="button" type="button" onClick={() => void attempt(endOthers)}>
                  {profileTexts.endOthers}
                </button>
              )}
              <Confirm
                label={profileTexts.signOutEverywhere}
                question={profileTexts.everywhereQuestion}
                yes={profileTexts.signOutEverywhere}
                run={async () => {
                  await endOthers();
                  await signOut();
                }}
              />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** User agents contain the names of other browsers, so the first match counts. */
function browserOf(userAgent: string | null): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return profileTexts.browserOn(browser, system);
  return browser ?? system ?? userAgent?.split(/[\s/]/)[0] ?? profileTexts.unknownBrowser;
}
