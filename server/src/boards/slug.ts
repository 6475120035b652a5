/** Slugs that no board can take: they are used next to those of public boards in addresses. */
const reserved = new Set([
  'api',
  'board',
  'boards',
  'cards',
  'check-slug-availability',
  'labels',
  'lists',
  'members',
  'new',
  'roles',
  'search',
  'settings',
  'templates',
  'trash',
  'webhooks',
]);

export const isReserved = (slug: string): boolean => reserved.has(slug);
