import { effect, signal } from '@preact/signals';
import { local } from '../sync/local.ts';

/* The theme: light, dark or the system's. It is stored in this browser and applied before the first paint. */

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const stored = 'theme';

export const theme = signal<Theme>(themes.find((each) => each === local.get(stored)) ?? 'system');

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') local.drop(stored);
  else local.set(stored, chosen);
}

/** Applies the theme, and follows changes of it. */
export const showTheme = (): void => {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'system') delete dataset.theme;
    else dataset.theme = theme.value;
  });
};
