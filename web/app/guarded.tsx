import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { copy } from '../ui/copy.ts';
import { path } from './location.ts';

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
