import { Invalid } from '../base/errors.ts';

/** First path segments of the service and its pages, present and reserved for the future. */
const reserved = new Set(
  (
    'account accounts admin api app assets auth billing boards cards check-slug-availability docs exports files ' +
    'health help home imports integrations invite invites livez login logout magic-link me metrics new openapi ' +
    'public readyz reset-password search settings sign-in sign-out sign-up static status templates trash users ' +
    'webhooks workspace workspaces www'
  ).split(' '),
);

export const isReserved = (slug: string): boolean => reserved.has(slug);

export function requireUnreserved(slug: string): void {
  if (isReserved(slug)) throw new Invalid('slug-reserved', { field: 'body/slug' });
}
