import { CloudOff } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import { t } from '../messages/t.ts';
import { mayPass } from '../sync/server.ts';
import { copy } from '../ui/copy.ts';
import { Icon } from '../ui/icon.tsx';
import { path } from './location.ts';
import { NotFound } from './not-found.tsx';
import { isAway, type Resource } from './resource.ts';

/* What is shown when something cannot be: the error, and ways to continue. */

/** Shows a resource, or until it is read, that it is loading or why it failed. */
export function Loaded<T>({ of, children }: { of: Resource<T>; children: (value: T) => ComponentChildren }) {
  const value = of.value.value;
  const problem = of.problem.value;
  if (problem instanceof ApiError && (problem.status === 403 || problem.status === 404)) return <NotFound />;
  if (value !== undefined) return <>{children(value)}</>;
  if (problem === undefined) return <Coming />;
  return mayPass(problem) ? <Away again={of.read} /> : <Wrong again={of.read} />;
}

const Coming = () => (
  <div class="coming" role="status">
    <span class="unseen">{t.loading}</span>
  </div>
);

/** The service cannot be reached; the page that shows this retries by itself. */
export const Away = ({ again }: { again: () => unknown }) => (
  <section class="trouble">
    <Icon of={CloudOff} size={28} />
    <h1>{t.pages.away}</h1>
    <p class="quiet" role="status">
      {navigator.onLine ? t.pages.awayHint : t.pages.offlineHint}
    </p>
    <button class="button" type="button" onClick={() => void again()}>
      {t.pages.tryNow}
    </button>
  </section>
);

const Wrong = ({ again }: { again: () => unknown }) => (
  <section class="trouble">
    <h1>{t.errors.title}</h1>
    <p class="quiet">{t.pages.wrongHint}</p>
    <button class="button" type="button" onClick={() => void again()}>
      {t.retry}
    </button>
  </section>
);

/** Says what to do when an error keeps the page from being shown. Another address gets another chance. */
export function Guarded({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary((thrown) => reportError(thrown)) as [unknown, () => void];
  const at = path.value;
  useEffect(() => {
    if (error !== undefined) reset();
  }, [at]);
  return error === undefined ? <>{children}</> : <Broken error={error} />;
}

const Broken = ({ error }: { error: unknown }) => (
  <section class="trouble" role="alert">
    <h1>{t.pages.broken}</h1>
    <p class="quiet">{t.pages.brokenHint}</p>
    <button class="button primary" type="button" onClick={() => location.reload()}>
      {t.pages.reload}
    </button>
    <button class="button" type="button" onClick={() => void copy(detailsOf(error))}>
      {t.pages.details}
    </button>
    <a href="/">{t.errors.home}</a>
  </section>
);

const detailsOf = (error: unknown): string =>
  [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    location.pathname,
    navigator.userAgent,
  ].join('\n');

/** Shown with data from before the connection was lost. */
export const OfflineChip = () =>
  isAway.value && (
    <span class="pill bar-pill warning" role="status" title={t.pages.offlineChipHint}>
      <Icon of={CloudOff} /> {t.pages.offlineChip}
    </span>
  );
