import { effect, signal } from '@preact/signals';

/* The theme: light, dark or the system's. It is stored in this browser and applied before the first paint. */

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const stored = 'theme';

export const theme = signal<Theme>(themes.find((each) => each === localStorage.getItem(stored)) ?? 'system');

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') localStorage.removeItem(stored);
  else localStorage.setItem(stored, chosen);
}

/** Applies the theme, and follows changes of it. */
export const showTheme = (): void => {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'system') delete dataset.theme;
    else dataset.theme = theme.value;
  });
};
