import { BadSetting } from './bad-setting.ts';
import { isServiceLink } from './misspelled.ts';

/** An OpenID provider for signing in. */
export interface OpenIdProvider {
  /** Used in URLs: `my-company` for `OIDC_MY_COMPANY_…`. */
  id: string;
  /** The name shown to users. */
  name: string;
  /** Unchanged from the setting: a trailing slash may be part of it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Email domains for which the provider is trusted; undefined if the operator has named none. */
  domains?: readonly string[];
  /** Whether addresses of its domains sign in by no other way. */
  only?: true;
  /** The claim with the names of a person's groups. */
  groupsClaim?: string;
  /** Ids of the workspaces that may take its word for who belongs to them; `*` is all. */
  workspaces?: readonly string[];
}

const required = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
const parts = [...required, 'DOMAINS', 'ONLY', 'GROUPS_CLAIM', 'WORKSPACES'] as const;
type Part = (typeof parts)[number];

const variable = new RegExp(`^OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*)_(${parts.join('|')})$`);

/** The providers that `OIDC_<NAME>_…` configure, by name. Throws `BadSetting` for unknown or incomplete settings. */
export function openIdProviders(environment: Readonly<Record<string, string | undefined>>): OpenIdProvider[] {
  const given = new Map<string, Partial<Record<Part, string>>>();
  for (const [setting, value] of Object.entries(environment)) {
    const trimmed = value?.trim();
    if (!setting.startsWith('OIDC_') || !trimmed || isServiceLink(setting, trimmed)) continue;
    const [, name, part] = variable.exec(setting) ?? [];
    if (name === undefined) {
      throw new BadSetting(
        `${setting} is not a setting: a provider is set up with OIDC_<NAME>_${parts.join(', _')}`,
      );
    }
    given.set(name, { ...given.get(name), [part as Part]: trimmed });
  }
  return [...given.keys()].sort().map((name) => providerOf(name, given.get(name) ?? {}));
}

function providerOf(name: string, given: Partial<Record<Part, string>>): OpenIdProvider {
  const all = required.map((part) => `OIDC_${name}_${part}`);
  const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, DOMAINS: domains } = given;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    const missing = all.filter((_, at) => given[required[at] ?? 'ISSUER'] === undefined);
    throw new BadSetting(`${missing.join(', ')} is missing: a provider needs ${all.join(', ')}`);
  }
  if (!isIssuer(issuer)) {
    // The address may contain a password, so the message omits it.
    throw new BadSetting(
      `OIDC_${name}_ISSUER is not allowed: it must be an address that begins with https:// (http:// on this machine ` +
        'only), without a user or a query',
    );
  }
  if (given.ONLY !== undefined && given.ONLY !== 'on' && given.ONLY !== 'off')
    throw new BadSetting(`OIDC_${name}_ONLY=${given.ONLY} is not allowed: it must be on or off`);
  if (given.ONLY === 'on' && domains === undefined) {
    throw new BadSetting(
      `OIDC_${name}_ONLY is not allowed without OIDC_${name}_DOMAINS: they say whose only way to sign in it is`,
    );
  }
  const words = name.toLowerCase().split('_');
  const shown = words.join(' ');
  return {
    id: words.join('-'),
    name: shown.charAt(0).toUpperCase() + shown.slice(1),
    issuer,
    clientId,
    clientSecret,
    ...(domains === undefined ? {} : { domains: domainsOf(name, domains) }),
    ...(given.ONLY === 'on' ? { only: true } : {}),
    ...(given.GROUPS_CLAIM === undefined ? {} : { groupsClaim: given.GROUPS_CLAIM }),
    ...(given.WORKSPACES === undefined ? {} : { workspaces: workspacesOf(name, given.WORKSPACES) }),
  };
}

/** `example.com, example.org`; subdomains are not included. */
function domainsOf(name: string, text: string): string[] {
  const domains = text
    .toLowerCase()
    .split(',')
    .map((domain) => domain.trim());
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain));
  if (wrong === undefined) return domains;
  throw new BadSetting(
    `OIDC_${name}_DOMAINS=${text} is not allowed: it must be domains of email addresses, separated by commas`,
  );
}

/** `0f3k2m9x5v1c7b4n, …`, or `*`. Not slugs: those change, and another workspace may take one. */
function workspacesOf(name: string, text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.every((id) => id === '*' || /^[0-9a-z]{12,40}$/i.test(id))) return ids;
  throw new BadSetting(
    `OIDC_${name}_WORKSPACES=${text} is not allowed: it must be the public ids of workspaces, separated by commas, or *`,
  );
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The providers by which alone an address signs in; none if it may use any way. */
export const onlyWaysOf = (providers: readonly OpenIdProvider[], email: string): OpenIdProvider[] =>
  providers.filter(({ only, domains }) => only && domains?.includes(domainOf(email)));

/** Whether a workspace may take a provider's word for who belongs to it, as the operator has decided. */
export const isTrustedBy = ({ workspaces }: OpenIdProvider, workspaceId: string): boolean =>
  workspaces !== undefined && (workspaces.includes('*') || workspaces.includes(workspaceId));

/**
 * Whether to trust a provider's claim that a verified address belongs to the user. With several providers, any of them could
 * claim any address and so open its owner's account; then each is trusted only for the domains named by the operator.
 */
export const isBelieved = (
  { domains }: OpenIdProvider,
  providers: readonly OpenIdProvider[],
  email: string,
): boolean => domains?.includes(domainOf(email)) ?? providers.length === 1;

/** Over plain HTTP, anyone on the network path could sign in as anyone. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (search || hash || username || password) return false;
  const local = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && local);
}
