import './page.css';
import { filterCards } from './filter.ts';
import { localiseTimes } from './times.ts';

/*
 * The script of the pages of public boards, which are made by the service and can be read without it. It adds what depends on
 * the reader: the theme, dates, a filter, and the way back for members.
 */

/** What the app has stored in this browser; null if it may not store anything. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** As `app/theme.ts` stores it. */
function showTheme(): void {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

/** Users who have signed in here, and may see the board, get a link to it (`app/session.ts` stores who that is). */
async function showWayForMembers(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('[data-member]');
  if (!link || stored('me') === null) return;
  const { ok } = await fetch(`/api/v1/boards/${link.dataset.member}/public-page`);
  link.hidden = !ok;
}

/** Formatting takes more code than everything else here, so only pages with a description load it. */
async function format(): Promise<void> {
  const text = document.querySelector<HTMLElement>('[data-markdown]');
  if (text) await (await import('./description.ts')).format(text);
}

function leaveByKey(): void {
  const back = document.querySelector<HTMLAnchorElement>('[data-back]');
  addEventListener('keydown', ({ key }) => {
    if (back && key === 'Escape') location.assign(back.href);
  });
}

showTheme();
localiseTimes();
filterCards();
leaveByKey();
// Without either of them, the page is as good as it was.
void Promise.allSettled([showWayForMembers(), format()]);
