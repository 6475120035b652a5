/** An address whose path has no empty parts: one slash between two names, none at the end. The query stays. */
export function canonicalUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith('/') || !(path.includes('//') || path.endsWith('/'))) return url;
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return end < 0 ? plain : plain + url.slice(end);
}

/**
 * Where a GET or HEAD of an address that leads nowhere is sent on to: only below our own paths, so that nothing like
 * `/\\elsewhere.example` can lead a browser away.
 */
export function redirectOf(method: string, url: string): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const canonical = canonicalUrl(url);
  return canonical !== url && /^\/(?:api\/v1|docs)(?=[/?]|$)/.test(canonical) ? canonical : undefined;
}
