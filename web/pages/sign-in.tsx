import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { AccountFields, Field, Form } from '../app/form.tsx';
import { goTo, leading, leadsTo, rememberWhereTo } from '../app/location.ts';
import { me, server, signIn, signUp } from '../app/session.ts';
import { resume } from '../board/open.ts';
import { t } from '../messages/t.ts';
import { Mark } from '../ui/mark.tsx';
import { Toasts } from '../ui/toast.tsx';
import './sign-in.css';

const goOn = (): void => goTo(leadsTo());

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

function SignInWays({ signedIn }: { signedIn: () => void }) {
  const [sent, setSent] = useState<string>();
  const [email, setEmail] = useState('');
  return (
    <>
      <Form
        submit={t.signIn.submit}
        onSubmit={async ({ email: given = '', password = '' }) => {
          const before = me.peek()?.id;
          await signIn(given, password);
          // For another user, the app is loaded again.
          if (before === undefined || before === me.peek()?.id) signedIn();
        }}
      >
        <div onInput={(event) => setEmail((event.target as HTMLInputElement).value)}>
          <Field label={t.signIn.email} name="email" type="email" autocomplete="email" isFirst />
        </div>
        <Field label={t.signIn.password} name="password" type="password" autocomplete="current-password" />
      </Form>
      {sent ? (
        <p role="status">{t.signIn.linkSent(sent)}</p>
      ) : (
        <button
          class="button plain"
          type="button"
          onClick={() => {
            const [field] = document.getElementsByName('email');
            if (field instanceof HTMLInputElement && !(email && field.reportValidity())) return field.focus();
            void server.ask(routes.auth.requestMagicLink, { body: { email } }).then(() => setSent(email));
          }}
        >
          {t.signIn.link}
        </button>
      )}
      <Providers />
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

/** The external sign-in providers that the operator has configured. */
function Providers() {
  const [providers, setProviders] = useState<readonly { id: string; name: string }[]>([]);
  useEffect(() => {
    void server.ask(routes.openid.providers, {}).then(({ reply }) => setProviders(reply));
  }, []);
  const begin = async (provider: string) => {
    const redirectUri = `${location.origin}/signed-in/${provider}`;
    const { reply } = await server.ask(routes.openid.authorize, {
      params: { provider },
      query: { redirectUri },
    });
    rememberWhereTo();
    location.assign(reply.url);
  };
  return providers.map(({ id, name }) => (
    <button key={id} class="button" type="button" onClick={() => void begin(id)}>
      {t.signIn.withProvider(name)}
    </button>
  ));
}
