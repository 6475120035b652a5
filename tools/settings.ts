import { readConfig } from '../server/src/base/config/config.ts';

/** Every setting that the service reads, but those of OpenID providers, whose names the operator chooses. */
export function knownSettings(): string[] {
  const asked = new Set<string>();
  const spy = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(spy);
  return [...asked].sort();
}
