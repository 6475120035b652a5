import { locale, texts } from './texts.ts';

const day = 86_400_000;

const inThisYear = { day: 'numeric', month: 'short' } as const;
const inOtherYear = { ...inThisYear, year: 'numeric' } as const;

/** Writes due dates as the reader's browser does, in the reader's time, and says which of them are over or near. */
export function localiseTimes(): void {
  const now = Date.now();
  const year = new Date(now).getFullYear();
  for (const time of document.querySelectorAll<HTMLTimeElement>('.due time')) {
    const due = new Date(time.dateTime);
    const isOther = due.getFullYear() !== year;
    time.textContent = due.toLocaleDateString(locale, isOther ? inOtherYear : inThisYear);
    time.title = due.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short' });
    const left = due.getTime() - now;
    if (left >= day) continue;
    const [name, text] = left < 0 ? ['overdue', texts.overdue] : ['soon', texts.soon];
    const badge = time.closest('.badge');
    badge?.classList.add(name);
    const said = badge?.querySelector('.unseen');
    if (said) said.textContent = text;
  }
}
