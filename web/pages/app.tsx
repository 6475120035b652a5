import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { BoardPage } from '../board/board.tsx';
import { close } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { Toasts } from '../ui/toast.tsx';
import { Boards } from './boards.tsx';
import { go, path } from './location.ts';
import { ConfirmAddress, ForgotPassword, Invite, MagicLink, ResetPassword, SignedIn } from './mailed.tsx';
import { NotFound } from './not-found.tsx';
import { ended, me } from './session.ts';
import { SignIn, SignUp } from './sign-in.tsx';

const title = (text: string) => {
  document.title = text === t.app ? text : `${text} · ${t.app}`;
};

/** Pages for whoever is not signed in. */
const forAll: Readonly<Record<string, ComponentType>> = {
  '/sign-in': SignIn,
  '/sign-up': SignUp,
  '/forgot-password': ForgotPassword,
  '/magic-link': MagicLink,
  '/reset-password': ResetPassword,
  '/invite': Invite,
};

const titles: Readonly<Record<string, string>> = {
  '/sign-in': t.signIn.title,
  '/sign-up': t.signUp.title,
  '/forgot-password': t.mailed.forgot,
  '/reset-password': t.mailed.reset,
  '/invite': t.mailed.invitation,
};

export function App() {
  return (
    <>
      <Page />
      <Toasts />
    </>
  );
}

function Page() {
  const at = path.value;
  useEffect(() => title(titles[at] ?? t.app), [at]);
  if (me.value === undefined) return <p class="unseen">{t.loading}</p>;
  const Open = forAll[at];
  if (Open) return <Open />;
  const [, provider] = /^\/signed-in\/([^/]+)$/.exec(at) ?? [];
  if (provider) return <SignedIn provider={provider} />;
  if (me.value === null) return <ToSignIn />;
  if (ended.value) return <SignIn />;
  if (at === '/' || /^\/w\/[0-9a-z]{16}$/.test(at)) return <Boards />;
  if (at === '/confirm-address') return <ConfirmAddress />;
  const [, board] = /^\/b\/([0-9a-z]{16})$/.exec(at) ?? [];
  if (board) return <BoardPage key={board} id={board} />;
  const [, card] = /^\/c\/([0-9a-z]{16})$/.exec(at) ?? [];
  if (card) return <BoardPage card={card} />;
  return <NotFound />;
}

/** Signing in leads back to what was asked for. */
function ToSignIn() {
  useEffect(() => {
    close();
    const to = location.pathname + location.search + location.hash;
    go(to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`, { replace: true });
  }, []);
  return null;
}
