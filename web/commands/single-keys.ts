import { type ReadonlySignal, signal } from '@preact/signals';
import { local } from '../sync/local.ts';

/* Which keys commands have: on Apple computers others, and none that is a single character if the user wants so. */

export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const stored = 'single keys';

const isOn = signal(local.get(stored) !== 'off');

/** Whether single-key bindings are on. Stored per browser, because keyboards differ. */
export const singleKeys: ReadonlySignal<boolean> = isOn;

export function setSingleKeys(on: boolean): void {
  isOn.value = on;
  if (on) local.drop(stored);
  else local.set(stored, 'off');
}
