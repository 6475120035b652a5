import { BadSetting } from './bad-setting.ts';
import { isServiceLink } from './misspelled.ts';

/** An OpenID provider that people may sign in by. */
export interface OpenIdProvider {
  /** Stands in addresses: `my-company` for `OIDC_MY_COMPANY_…`. */
  id: string;
  /** What people are shown. */
  name: string;
  /** As it is written: a slash at the end may be part of it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const parts = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
type Part = (typeof parts)[number];

const variable = new RegExp(`^OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*)_(${parts.join('|')})$`);

/** The providers that `OIDC_<NAME>_…` describe, by name. Throws `BadSetting` for what is unknown, and for half of one. */
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
  const all = parts.map((part) => `OIDC_${name}_${part}`);
  const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = given;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    const missing = all.filter((_, at) => given[parts[at] ?? 'ISSUER'] === undefined);
    throw new BadSetting(`${missing.join(', ')} is missing: a provider needs ${all.join(', ')}`);
  }
  if (!isIssuer(issuer)) {
    // The address may hold a password: it is not repeated.
    throw new BadSetting(
      `OIDC_${name}_ISSUER is not allowed: it must be an address that begins with https:// (http:// on this machine ` +
        'only), without a user or a query',
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
  };
}

/** Over plain HTTP anyone on the way could sign in as anyone. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (search || hash || username || password) return false;
  const local = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && local);
}
