import { useEffect } from 'preact/hooks';
import { t } from '../messages/en.ts';

export function NotFound() {
  useEffect(() => {
    document.title = `${t.errors.notFound} · ${t.app}`;
  }, []);
  return (
    <main class="entrance">
      <h1>{t.errors.notFound}</h1>
      <p class="quiet">{t.errors.notFoundHint}</p>
      <a class="button" href="/">
        {t.errors.home}
      </a>
    </main>
  );
}
