import { computed, signal } from '@preact/signals';

/* The address: what the page shows follows from it, and it is changed without loading anything. */

const current = signal(location.pathname + location.search);

const withoutHash = (address: string): string => address.split('#')[0] ?? '';

export const path = computed(() => current.value.split('?')[0] ?? '/');
export const query = computed(() => new URLSearchParams(current.value.split('?')[1] ?? ''));

/**
 * Where signing in leads to. The address may hold a code, and what stands after `#` is sent to nobody. Links made before have
 * it in the query.
 */
export const leadsTo = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get('to') ?? query.value.get('to');

/** The address of a page that leads on to another. */
export const leading = (page: string, to: string): string => `${page}#to=${encodeURIComponent(to)}`;

/** Goes to an address of ours; with `replace`, Back does not come here again. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState({ depth: depth() }, '', to);
  else history.pushState({ depth: depth() + 1 }, '', to);
  current.value = withoutHash(to);
}

/** Goes back where that stays on our pages, and elsewhere to the address. */
export function backOr(to: string): void {
  if (depth() > 0) history.back();
  else go(to, { replace: true });
}

/**
 * Addresses of files name the service by its public address; the page may be open at another one, in the same network
 * for instance, and may ask that one only.
 */
export const here = (url: string): string => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

addEventListener('popstate', () => {
  current.value = location.pathname + location.search;
});

// A link to one of our pages needs no loading, unless it is opened elsewhere.
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.download || link.origin !== location.origin) return;
  if (/^\/(?:api|docs)(?:\/|$)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
