// The order of CSS layers must be declared before their contents.
import './styles/index.css';
import './ui/button.css';
import './ui/controls.css';
import './ui/faces.css';
import './ui/input.css';
import './ui/forms.css';
import './ui/marks.css';
import './ui/rows.css';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { directionOf } from '../contract/languages.ts';
import { Guarded } from './app/guarded.tsx';
import { lazy } from './app/lazy.tsx';
import { go, leading, path } from './app/location.ts';
import { followMissingParts } from './app/missing-parts.ts';
import { NotFound } from './app/not-found.tsx';
import { chosenLanguage } from './app/own-language.ts';
import { recallRegion } from './app/region.ts';
import { routeAt } from './app/route.ts';
import { begin, confirmBy, ended, me } from './app/session.ts';
import { showTheme } from './app/theme.ts';
import { showTitle } from './app/title.ts';
import { isPrepared } from './board/card-page.tsx';
import { linePill } from './board/line.tsx';
import { close, openBoard, sendWaiting } from './board/open.ts';
import { closeOverlay, overlay } from './board/overlay.ts';
import { listenForKeys, prepareCommands } from './commands/keys.ts';
import { speak } from './messages/language.ts';
import { others } from './messages/others.ts';
import { setFirst, t } from './messages/t.ts';
import { language } from './messages/tag.ts';
import { remember } from './pages/recent.ts';
import { prepareHome, routes } from './routes.tsx';
import { later, useLater } from './ui/later.tsx';
import { swallowTapsOutside } from './ui/swallow.ts';
import { Toasts, toast } from './ui/toast.tsx';

/* Puts everything together: the page for the address, overlays of commands, and toasts. */

const SignInAgain = lazy(() => import('./pages/sign-in.tsx').then((all) => all.SignInAgain));

confirmBy(async () => (await import('./pages/factors/confirm-me.tsx')).confirmMe());

const announced = later(async () => (await import('./app/announced.tsx')).Announced);

const keepers = later(async () => (await import('./commands/keepers.tsx')).Keepers);

function App() {
  useEffect(() => listenForKeys(), []);
  const Keepers = useLater(keepers, false, true, () => undefined);
  const Announced = announced.shown.value;
  return (
    <>
      {Announced && me.value && <Announced />}
      <Guarded>
        <Page />
        <Overlays />
      </Guarded>
      {Keepers && <Keepers />}
      {ended.value && me.value && <SignInAgain />}
      <Toasts />
    </>
  );
}

const over = later(async () => (await import('./commands/overlays.tsx')).Over);

/** The overlays that commands have opened. */
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

/** Milliseconds: what the page shows comes first. */
const afterPage = 1000;

function Page() {
  const at = routeAt(routes.value, path.value);
  const title = at?.route.title;
  useEffect(() => {
    if (title) showTitle(title);
  }, [title]);
  const opened = openBoard.value;
  const isFilled = opened?.follower.isFilled.value;
  useEffect(() => {
    if (!opened) return undefined;
    const see = () => remember(opened.id, isFilled ? opened.store.sizes() : undefined);
    see();
    // With what was done on it meanwhile.
    return isFilled ? see : undefined;
  }, [opened, isFilled]);
  useEffect(() => {
    if (!isFilled) return;
    // Needed when nothing can be loaded any more: first of all that comes after the board.
    linePill.load().catch(() => undefined);
    prepareCommands();
  }, [isFilled]);
  const isReady = isPrepared.value;
  useEffect(() => {
    if (isReady) prepareHome();
  }, [isReady]);
  const someone = me.value?.id;
  useEffect(() => {
    if (someone) void sendWaiting();
  }, [someone]);
  // A board comes first.
  const mayFollow = someone !== undefined && (isReady || !/^\/[bc]\//.test(path.value));
  useEffect(() => {
    if (!mayFollow) return undefined;
    const follow = () => {
      prepareCommands();
      announced.load().catch(() => undefined);
      import('./app/told-stream.ts').then(
        (all) => all.followOwn(),
        () => undefined,
      );
    };
    const timer = setTimeout(follow, afterPage);
    return () => clearTimeout(timer);
  }, [mayFollow]);
  if (me.value === undefined) return <p class="unseen">{t.loading}</p>;
  if (me.value === null && at?.route.who !== 'anyone') return <ToSignIn />;
  return at ? at.route.page(at) : <NotFound />;
}

/** Redirects to sign-in, which continues to the address that was asked for. */
function ToSignIn() {
  useEffect(() => {
    close();
    const to = location.pathname + location.search + location.hash;
    go(to === '/' ? '/sign-in' : leading('/sign-in', to), { replace: true });
  }, []);
  return null;
}

if (!CSS.supports('position-area', 'bottom'))
  import('./ui/place-by-script.ts').then(
    ({ placeByScript }) => placeByScript(),
    () => undefined,
  );
followMissingParts();
swallowTapsOutside();
showTheme();
void speak(others, chosenLanguage(), (texts) => {
  setFirst(texts);
  recallRegion();
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  const root = document.getElementById('app');
  if (root) render(<App />, root);
  document.querySelector('.not-started')?.remove();
});
void begin().catch(() => {
  // The service cannot be reached; the sign-in page reports it.
  me.value ??= null;
});
