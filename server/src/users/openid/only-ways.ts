import { type OpenIdProvider, onlyWaysOf } from '../../base/config/openid-providers.ts';
import { Forbidden } from '../../base/errors.ts';

/** Throws `Forbidden`, naming a provider, if an address may sign in by that alone. It says nothing of whether there is an account. */
export function requireOpenWay(
  { openIdProviders }: { openIdProviders: readonly OpenIdProvider[] },
  email: string,
): void {
  const [only] = onlyWaysOf(openIdProviders, email);
  if (only) throw new Forbidden('provider-only', { provider: only.name });
}
