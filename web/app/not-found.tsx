import { useEffect } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { showTitle } from './title.ts';
import './entrance.css';

export function NotFound() {
  useEffect(() => {
    showTitle(t.errors.notFound);
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
