import { region, regions } from '../messages/formats.ts';
import { local } from '../sync/local.ts';

/* The region whose formats the user has chosen, stored in this browser. */

const stored = 'formats';

/** Restores the user's choice. */
export function recallRegion(): void {
  region.value = regions().find((each) => each === local.get(stored)) ?? null;
}

export function chooseRegion(chosen: string | null): void {
  region.value = chosen;
  if (chosen === null) local.drop(stored);
  else local.set(stored, chosen);
}
