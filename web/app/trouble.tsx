import { CloudOff } from 'lucide';
import type { ComponentChildren } from 'preact';
import { ApiError } from '../../contract/client.ts';
import { t } from '../messages/t.ts';
import { mayPass } from '../sync/server.ts';
import { Icon } from '../ui/icon.tsx';
import { Away } from './away.tsx';
import { lazy } from './lazy.tsx';
import { NotFound } from './not-found.tsx';
import { problemOf } from './problem.ts';
import { isAway, type Resource } from './resource.ts';

/* What is shown when something cannot be: the error, and ways to continue. */

const Closed = lazy(async () => (await import('./closed.tsx')).Closed);

/** What policies answer that this session does not meet. */
const closing: ReadonlySet<string> = new Set([
  'second-factor-demanded',
  'second-factor-required',
  'provider-demanded',
  'session-too-old',
  'session-idle',
  'address-not-allowed',
]);

/** Shows a resource, or until it is read, that it is loading or why it failed. */
export function Loaded<T>({ of, children }: { of: Resource<T>; children: (value: T) => ComponentChildren }) {
  const value = of.value.value;
  const problem = of.problem.value;
  if (problem instanceof ApiError && closing.has(problem.issues[0]?.code ?? ''))
    return <Closed code={problem.issues[0]?.code} message={problemOf(problem)} />;
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

const Wrong = ({ again }: { again: () => unknown }) => (
  <section class="trouble">
    <h1>{t.errors.title}</h1>
    <p class="quiet">{t.pages.wrongHint}</p>
    <button class="button" type="button" onClick={() => void again()}>
      {t.retry}
    </button>
  </section>
);

/** Shown with data from before the connection was lost. */
export const OfflineChip = () =>
  isAway.value && (
    <span class="pill bar-pill warning" role="status" title={t.pages.offlineChipHint}>
      <Icon of={CloudOff} /> {t.pages.offlineChip}
    </span>
  );
