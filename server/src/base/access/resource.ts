/* The service as a resource of OAuth: what tokens are for, and where its metadata are (RFC 9728). */

/** The resource, as in its metadata and in `resource` (RFC 8707): the endpoint for agents. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Whether a resource indicator means this service; some clients name the service instead of its endpoint. */
export const isOurs = (resource: string, publicUrl: string): boolean =>
  [publicUrl, `${publicUrl}/`, resourceOf(publicUrl)].includes(resource);

/** The path of the public address, which comes last in well-known addresses (RFC 8414, 3.1; RFC 9728, 3.1). */
export const pathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');

export const wellKnown = '/.well-known/oauth-protected-resource';

/** The challenge of a 401 (RFC 9728, 5.1; RFC 6750, 3). */
export function challengeFor(publicUrl: string, hadToken: boolean): string {
  const at = `${new URL(publicUrl).origin}${wellKnown}${pathOf(publicUrl)}/mcp`;
  return `Bearer ${hadToken ? 'error="invalid_token", ' : ''}resource_metadata="${at}"`;
}
