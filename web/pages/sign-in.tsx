import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { enter } from '../app/enter.ts';
import { AccountFields, Field, Form } from '../app/form.tsx';
import { lazy } from '../app/lazy.tsx';
import { leading, leadsTo } from '../app/location.ts';
import { problemOf } from '../app/problem.ts';
import { beginAt, type Provider, Providers, useProviders } from '../app/provider.tsx';
import { me, server, signIn, signUp } from '../app/session.ts';
import { resume } from '../board/open.ts';
import { t } from '../messages/t.ts';
import { Mark } from '../ui/mark.tsx';
import { Toasts, toast } from '../ui/toast.tsx';
import type { SecondFactor } from './factors/second-step.tsx';
import './sign-in.css';

const goOn = (): void => void enter(leadsTo());

const elsewhere = (page: string): string => {
  const to = leadsTo();
  return to ? leading(page, to) : page;
};

export const SignIn = () => (
  <main class="entrance">
    <Mark size={40} label={t.app} />
    <h1>{t.signIn.title}</h1>
    <p class="quiet">{t.signIn.intro}</p>
    <SignInWays signedIn={goOn} />
    <p class="quiet">
      {t.signIn.toSignUp} <a href={elsewhere('/sign-up')}>{t.signIn.signUp}</a>
    </p>
  </main>
);

/** Shown over the page of a user whose session has ended: the page stays as it is, and continues for them. */
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect: other effects end after the dialog has left the page, and the focus would not be returned.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sign-in-again"
      aria-label={t.signIn.title}
      onCancel={(event) => event.preventDefault()}
    >
      <div class="entrance">
        <h1>{t.signIn.title}</h1>
        <p class="quiet">{t.signIn.again}</p>
        <SignInWays signedIn={resume} />
      </div>
      <Toasts />
    </dialog>
  );
}

const SecondStep = lazy(async () => (await import('./factors/second-step.tsx')).SecondStep);

function SignInWays({ signedIn }: { signedIn: () => void }) {
  const [second, setSecond] = useState<SecondFactor>();
  const [before] = useState(() => me.peek()?.id);
  // For another user, the app is loaded again.
  const goOnAs = () => (before === undefined || before === me.peek()?.id) && signedIn();
  if (second) return <SecondStep of={second} signedIn={goOnAs} again={() => setSecond(undefined)} />;
  return <FirstStep signedIn={goOnAs} ask={setSecond} />;
}

interface FirstStepProps {
  signedIn: () => void;
  /** Asks for the second step. */
  ask: (second: SecondFactor) => void;
}

function FirstStep({ signedIn, ask }: FirstStepProps) {
  const [email, setEmail] = useState('');
  useEffect(() => {
    const left = new AbortController();
    // A browser without passkeys loads nothing of them.
    if (typeof PublicKeyCredential === 'function')
      void import('./factors/offer.ts')
        .then(({ offerPasskeys }) => offerPasskeys(left.signal, signedIn))
        .catch(() => undefined);
    return () => left.abort();
  }, []);
  const providers = useProviders();
  const [only, ...more] = providers.filter(({ onlyFor }) => onlyFor.includes(domainOf(email)));
  return (
    <>
      <Form
        submit={only ? t.signIn.withProvider(only.name) : t.signIn.submit}
        onSubmit={async ({ email: given = '', password = '' }) => {
          if (only) return beginAt(only.id);
          const second = await signIn(given, password);
          if (second) ask(second);
          else signedIn();
        }}
      >
        <div onInput={(event) => setEmail((event.target as HTMLInputElement).value)}>
          <Field label={t.signIn.email} name="email" type="email" autocomplete="username webauthn" isFirst />
        </div>
        {!only && (
          <Field label={t.signIn.password} name="password" type="password" autocomplete="current-password" />
        )}
      </Form>
      {only ? <Providers of={more} /> : <OtherWays email={email} providers={providers} />}
    </>
  );
}

/** The ways without a password. */
function OtherWays({ email, providers }: { email: string; providers: readonly Provider[] }) {
  const [sent, setSent] = useState<string>();
  return (
    <>
      {sent !== undefined && sent === email ? (
        <p role="status">{t.signIn.linkSent(sent)}</p>
      ) : (
        <button
          class="button plain"
          type="button"
          onClick={() => {
            const [field] = document.getElementsByName('email');
            if (field instanceof HTMLInputElement && !(email && field.reportValidity())) return field.focus();
            void server.ask(routes.auth.requestMagicLink, { body: { email } }).then(
              () => setSent(email),
              (error: unknown) => toast(problemOf(error)),
            );
          }}
        >
          {t.signIn.link}
        </button>
      )}
      <Providers of={providers} />
      <a href="/forgot-password">{t.mailed.forgot}</a>
    </>
  );
}

export const SignUp = () => (
  <main class="entrance">
    <Mark size={40} label={t.app} />
    <h1>{t.signUp.title}</h1>
    <p class="quiet">{t.signUp.intro}</p>
    <Form
      submit={t.signUp.submit}
      onSubmit={async ({ name = '', email = '', password = '' }) => {
        await signUp({ name, email, password });
        goOn();
      }}
    >
      <AccountFields />
    </Form>
    <p class="quiet">
      {t.signUp.toSignIn} <a href={elsewhere('/sign-in')}>{t.signIn.title}</a>
    </p>
  </main>
);

const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
