import { readFileSync } from 'node:fs';

const { version: released } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** The version of the service; the API has its own. */
export const version: string = released;
