/** The settings cannot be used; the message says why in one line. */
export class Unusable extends Error {}

/** How to reach a service, from an address, if one is given, and the environment. Throws `Unusable`. */
export function settingsIn(
  { TASKBOARD_URL, TASKBOARD_TOKEN: token }: NodeJS.ProcessEnv,
  address: string | undefined,
): { baseUrl: string; token: string } {
  const baseUrl = baseUrlOf(address ?? TASKBOARD_URL ?? 'http://localhost:3000');
  if (!token) throw new Unusable('TASKBOARD_TOKEN is missing: set it to an API key');
  return { baseUrl, token };
}

/** The base URL of the API, from the service's address or the API's own. */
function baseUrlOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Unusable(`${given} is no address of a service, such as http://localhost:3000`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith('/api/v1') ? path : `${path}/api/v1`);
}
