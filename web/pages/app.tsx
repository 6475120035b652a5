import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazy } from '../app/lazy.tsx';
import { go, leading, path } from '../app/location.ts';
import { NotFound } from '../app/not-found.tsx';
import { ended, me } from '../app/session.ts';
import { BoardPage } from '../board/board.tsx';
import { isPrepared } from '../board/card-page.tsx';
import { close, openBoard, sendWaiting } from '../board/open.ts';
import { closeOverlay, overlay } from '../board/overlay.ts';
import { listenForKeys } from '../commands/keys.ts';
import { t } from '../messages/en.ts';
import { later, useLater } from '../ui/later.tsx';
import { Toasts, toast } from '../ui/toast.tsx';
import { Boards } from './boards.tsx';
import { remember } from './recent.ts';
import { SignIn, SignInAgain, SignUp } from './sign-in.tsx';

const title = (text: string) => {
  document.title = text === t.app ? text : `${text} · ${t.app}`;
};

const ConfirmAddress = lazy(async () => (await import('./mailed.tsx')).ConfirmAddress);
const ForgotPassword = lazy(async () => (await import('./mailed.tsx')).ForgotPassword);
const Invite = lazy(async () => (await import('./mailed.tsx')).Invite);
const MagicLink = lazy(async () => (await import('./mailed.tsx')).MagicLink);
const ResetPassword = lazy(async () => (await import('./mailed.tsx')).ResetPassword);
const SignedIn = lazy(async () => (await import('./mailed.tsx')).SignedIn);
const Profile = lazy(async () => (await import('./profile.tsx')).Profile);
const SearchPage = lazy(async () => (await import('./search.tsx')).SearchPage);
const WorkspacePage = lazy(async () => (await import('./workspace.tsx')).WorkspacePage);
const ExportPage = lazy(async () => (await import('../transfers/all.ts')).ExportPage);
const ImportPage = lazy(async () => (await import('../transfers/all.ts')).ImportPage);
const BoardPanel = lazy(async () => (await import('./board-panel.tsx')).BoardPanel);

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
  useEffect(() => listenForKeys(), []);
  return (
    <>
      <Page />
      <Overlays />
      {ended.value && me.value && <SignInAgain />}
      <Toasts />
    </>
  );
}

const over = later(() => import('../commands/overlays.tsx').then(({ Over }) => Over));

/** What commands have opened. */
function Overlays() {
  const at = path.value;
  useEffect(() => closeOverlay(), [at]);
  const open = overlay.value;
  const Over = useLater(over, open !== null, isPrepared.value, () => {
    closeOverlay();
    toast(t.errors.title);
  });
  return open && Over && me.value && <Over key={open.kind} of={open} />;
}

function Page() {
  const at = path.value;
  useEffect(() => {
    if (forAll[at]) title(titles[at] ?? t.app);
  }, [at]);
  const opened = openBoard.value?.id;
  useEffect(() => {
    if (opened) remember(opened);
  }, [opened]);
  const someone = me.value?.id;
  useEffect(() => {
    if (someone) void sendWaiting();
  }, [someone]);
  if (me.value === undefined) return <p class="unseen">{t.loading}</p>;
  const Open = forAll[at];
  if (Open) return <Open />;
  const [, provider] = /^\/signed-in\/([^/]+)$/.exec(at) ?? [];
  if (provider) return <SignedIn provider={provider} />;
  if (me.value === null) return <ToSignIn />;
  if (at === '/') return <Boards />;
  const [, workspace] = /^\/w\/([0-9a-z]{16})$/.exec(at) ?? [];
  if (workspace) return <Boards key={workspace} only={workspace} />;
  if (at === '/confirm-address') return <ConfirmAddress />;
  if (at === '/search') return <SearchPage />;
  if (/^\/profile(?:\/(?:security|keys|connections|appearance))?$/.test(at)) return <Profile />;
  const [, of, page] = /^\/w\/([0-9a-z]{16})\/(members|settings|trash)$/.exec(at) ?? [];
  if (of && page) return <WorkspacePage key={of} id={of} page={page} />;
  const [, exported] = /^\/w\/([0-9a-z]{16})\/export$/.exec(at) ?? [];
  if (exported) return <ExportPage key={exported} id={exported} />;
  const into = /^(?:\/w\/([0-9a-z]{16}))?\/import$/.exec(at);
  if (into) return <ImportPage key={into[1]} into={into[1]} />;
  const [, board, panel] = /^\/b\/([0-9a-z]{16})(?:\/([a-z]+))?$/.exec(at) ?? [];
  const [, card] = /^\/c\/([0-9a-z]{16})$/.exec(at) ?? [];
  if (board || card) {
    const known = openBoard.value;
    return (
      <>
        {/* The same page, so that a card is opened over its board and gives the focus back. */}
        <BoardPage key="board" {...(board ? { id: board } : { card: card ?? '' })} />
        {panel && known && known.id === board && known.follower.isFilled.value && (
          <BoardPanel board={known} panel={panel} />
        )}
      </>
    );
  }
  return <NotFound />;
}

/** Signing in leads back to what was asked for. */
function ToSignIn() {
  useEffect(() => {
    close();
    const to = location.pathname + location.search + location.hash;
    go(to === '/' ? '/sign-in' : leading('/sign-in', to), { replace: true });
  }, []);
  return null;
}
