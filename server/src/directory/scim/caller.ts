import type { Actor } from '../../base/access/actor.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Change } from '../../base/changes/change.ts';
import { domainOf, isTrustedBy, type OpenIdProvider } from '../../base/config/openid-providers.ts';
import type { Service } from '../../base/service.ts';

/** Whoever holds an API key that is limited to a workspace, and may invite, change and remove its members. */
export interface Directory {
  service: Service;
  actor: Actor;
  workspaceId: string;
  change: Change;
}

export type Rights = Located<'workspace'>;

/**
 * Whether the directory of a workspace speaks for an address: it is of a domain of a provider whose word the operator lets the workspace
 * take. For any other address it can do no more than an admin: invite it.
 */
export const speaksFor = (
  providers: readonly OpenIdProvider[],
  workspaceId: string,
  email: string,
): boolean =>
  providers.some((each) => isTrustedBy(each, workspaceId) && each.domains?.includes(domainOf(email)));

/** Whether one provider is the only way to sign in with either of two addresses: then reading the mail of neither opens anything. */
export const opensNothing = (providers: readonly OpenIdProvider[], ...emails: [string, string]): boolean =>
  providers.some(({ only, domains }) => only && emails.every((email) => domains?.includes(domainOf(email))));
