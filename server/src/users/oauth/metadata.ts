import { namesOfKeyRights } from '../../../../contract/key-rights.ts';
import { pathOf, resourceOf, wellKnown } from '../../base/access/resource.ts';

/* What applications read to find out how to be authorized. The service is the resource and its authorization server in one. */

/** What a well-known path returns, if anything. Without a path clients look as well (MCP, authorization server discovery). */
export function documentAt(path: string, publicUrl: string): object | undefined {
  const own = pathOf(publicUrl);
  const documents: Record<string, () => object> = {
    [wellKnown]: () => ofResource(publicUrl),
    [`${wellKnown}${own}`]: () => ofResource(publicUrl),
    [`${wellKnown}/mcp`]: () => ofResource(publicUrl),
    [`${wellKnown}${own}/mcp`]: () => ofResource(publicUrl),
    '/.well-known/oauth-authorization-server': () => ofServer(publicUrl),
    [`/.well-known/oauth-authorization-server${own}`]: () => ofServer(publicUrl),
  };
  return Object.hasOwn(documents, path) ? documents[path]?.() : undefined;
}

/** RFC 9728, 2. */
const ofResource = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  resource_name: 'Taskboard',
  authorization_servers: [publicUrl],
  scopes_supported: namesOfKeyRights,
  bearer_methods_supported: ['header'],
});

/** RFC 8414, 2. */
const ofServer = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/oauth/authorize`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: namesOfKeyRights,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
