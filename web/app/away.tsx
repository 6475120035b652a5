import { CloudOff } from 'lucide';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';

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
