import { computed, signal } from '@preact/signals';
import { local } from '../sync/local.ts';

/* The address of the page. It determines what is shown, and changes without a reload. */

const current = signal(location.pathname + location.search);

const withoutHash = (address: string): string => address.split('#')[0] ?? '';

export const path = computed(() => current.value.split('?')[0] ?? '/');
export const query = computed(() => new URLSearchParams(current.value.split('?')[1] ?? ''));

/**
 * The address to continue to after signing in. It may contain a secret code, so it is in the fragment, which is never
 * sent. Older links have it in the query.
 */
export const leadsTo = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get('to') ?? query.value.get('to');

/** The address of a page that continues to another. */
export const leading = (page: string, to: string): string => `${page}#to=${encodeURIComponent(to)}`;

const kept = 'sign-in leads to';

/** Keeps what sign-in continues to, while a provider has the browser. */
export function rememberWhereTo(): void {
  const to = leadsTo();
  if (to === null) local.drop(kept);
  else local.set(kept, to);
}

/** What was kept, once. */
export function rememberedWhereTo(): string | null {
  const to = local.get(kept);
  local.drop(kept);
  return to;
}

/** Continues after sign-in, only to pages of this app. */
export const goTo = (to: string | null): void => go(toPage(to), { replace: true });

/** An address to continue to, if it is one of this app; else the first page. Read as browsers do, which leave out tabs, for one. */
export function toPage(to: string | null): string {
  const url = to?.startsWith('/') ? URL.parse(to, location.origin) : null;
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

/** Navigates within the app; with `replace`, no history entry is added. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState({ depth: depth() }, '', to);
  else history.pushState({ depth: depth() + 1 }, '', to);
  current.value = withoutHash(to);
}

/** Goes back if that stays within the app, and otherwise to the address. */
export function backOr(to: string): void {
  if (depth() > 0) history.back();
  else go(to, { replace: true });
}

/**
 * File URLs use the service's public address. The page may be open at another one, for instance in the local network,
 * and may only connect to its own origin.
 */
export const here = (url: string): string => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

addEventListener('popstate', () => {
  current.value = location.pathname + location.search;
});

// Links within the app are handled without a reload, unless they are opened elsewhere.
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.download || link.origin !== location.origin) return;
  if (/^\/(?:api|docs)(?:\/|$)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
