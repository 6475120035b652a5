interface Policies {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
}

const made = new Map<string, string>();

/** Addresses of workers: the page's policy lets script URLs be made only here, one under each name. */
export function trusted(name: 'stream' | 'offline' | 'told', url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  const known =
    made.get(name) ??
    trustedTypes?.createPolicy(name, { createScriptURL: () => url }).createScriptURL(url) ??
    url;
  made.set(name, known);
  return known;
}
