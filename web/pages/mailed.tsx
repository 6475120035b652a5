import { useEffect, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { enter } from '../app/enter.ts';
import { Field, Form, NewPassword } from '../app/form.tsx';
import { go, rememberedWhereTo } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { findOut, server, signInByAnswer, signInByLink } from '../app/session.ts';
import { mailedTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { Mark } from '../ui/mark.tsx';
import { type SecondFactor, SecondStep } from './factors/second-step.tsx';

/*
 * The pages that links in mails lead to. Their token is in the fragment, which is never sent. Nothing is done before
 * the user asks for it, because mail scanners open links too.
 */

const code = (): string => decodeURIComponent(location.hash.slice(1));

export function MagicLink() {
  const [second, setSecond] = useState<SecondFactor>();
  const goOn = () => void enter('/');
  return (
    <main class="entrance">
      <Mark size={40} label={t.app} />
      <h1>{mailedTexts.signIn}</h1>
      {second ? (
        <SecondStep of={second} signedIn={goOn} again={() => go('/sign-in', { replace: true })} />
      ) : (
        <Form
          submit={t.signIn.title}
          onSubmit={async () => {
            const asked = await signInByLink(code());
            if (asked) setSecond(asked);
            else goOn();
          }}
        >
          <p class="quiet">{mailedTexts.signInHint}</p>
        </Form>
      )}
    </main>
  );
}

export function ResetPassword() {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <main class="entrance">
        <Mark size={40} label={t.app} />
        <h1>{mailedTexts.passwordSet}</h1>
        <a class="button primary" href="/sign-in">
          {t.signIn.title}
        </a>
      </main>
    );
  }
  return (
    <main class="entrance">
      <Mark size={40} label={t.app} />
      <h1>{t.mailed.reset}</h1>
      <Form
        submit={mailedTexts.setPassword}
        onSubmit={async ({ password = '' }) => {
          await server.ask(routes.auth.confirmPasswordReset, {
            body: { token: code(), newPassword: password },
          });
          setDone(true);
        }}
      >
        <NewPassword label={t.mailed.newPassword} isFirst />
      </Form>
    </main>
  );
}

export const ConfirmAddress = () => (
  <main class="entrance">
    <Mark size={40} label={t.app} />
    <h1>{mailedTexts.confirm}</h1>
    <Form
      submit={mailedTexts.confirm}
      onSubmit={async () => {
        await server.ask(routes.users.confirmNewAddress, { body: { token: code() } });
        await findOut();
        go('/', { replace: true });
      }}
    >
      <p class="quiet">{mailedTexts.confirmHint}</p>
    </Form>
  </main>
);

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <main class="entrance">
      <Mark size={40} label={t.app} />
      <h1>{t.mailed.forgot}</h1>
      {sentTo ? (
        <p role="status">{mailedTexts.resetSent(sentTo)}</p>
      ) : (
        <Form
          submit={mailedTexts.sendReset}
          onSubmit={async ({ email = '' }) => {
            await server.ask(routes.auth.requestPasswordReset, { body: { email } });
            setSentTo(email);
          }}
        >
          <p class="quiet">{mailedTexts.forgotHint}</p>
          <Field label={t.signIn.email} name="email" type="email" autocomplete="email" isFirst />
        </Form>
      )}
      <a href="/sign-in">{t.signIn.title}</a>
    </main>
  );
}

/** The page to which a sign-in provider redirects the browser. */
export function SignedIn({ provider }: { provider: string }) {
  const [second, setSecond] = useState<SecondFactor>();
  const goOn = () => void enter(rememberedWhereTo());
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const { code: given, state = '', iss } = Object.fromEntries(new URLSearchParams(location.search));
    if (given === undefined) {
      setProblem(mailedTexts.notSignedIn);
      return;
    }
    const finish = async () => {
      const body = { code: given, state, ...(iss ? { iss } : {}) };
      const asked = await signInByAnswer(provider, body);
      if (asked) setSecond(asked);
      else goOn();
    };
    finish().catch((error: unknown) => setProblem(problemOf(error)));
  }, []);
  return (
    <main class="entrance">
      <Mark size={40} label={t.app} />
      {!second && <h1>{problem ? t.errors.title : t.loading}</h1>}
      {second && <SecondStep of={second} signedIn={goOn} again={() => go('/sign-in', { replace: true })} />}
      {problem && (
        <>
          <p class="problem" role="alert">
            {problem}
          </p>
          <a class="button" href="/sign-in">
            {t.signIn.title}
          </a>
        </>
      )}
    </main>
  );
}
