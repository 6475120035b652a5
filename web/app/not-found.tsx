import { useEffect } from 'preact/hooks';
import { t } from '../messages/t.ts';
import { Mark } from '../ui/mark.tsx';
import { showTitle } from './title.ts';
import './entrance.css';

export function NotFound() {
  useEffect(() => {
    showTitle(t.errors.notFound);
  }, []);
  return (
    <main class="entrance">
      <Mark size={40} label={t.app} />
      <h1>{t.errors.notFound}</h1>
      <p class="quiet">{t.errors.notFoundHint}</p>
      <a class="button" href="/">
        {t.errors.home}
      </a>
    </main>
  );
}
