/** Normalises an address: removes empty path segments and the trailing slash, and keeps the query. */
export function canonicalUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith('/') || !(path.includes('//') || path.endsWith('/'))) return url;
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return end < 0 ? plain : plain + url.slice(end);
}

/**
 * The redirect for a GET or HEAD of an unknown address. Only below our own paths, so that an address like
 * `/\\elsewhere.example` cannot send a browser to another site.
 */
export function redirectOf(method: string, url: string): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const canonical = canonicalUrl(url);
  return canonical !== url && /^\/(?:api\/v1|docs)(?=[/?]|$)/.test(canonical) ? canonical : undefined;
}
