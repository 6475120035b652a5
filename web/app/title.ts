import { t } from '../messages/en.ts';

/** The title of the window: what is shown, and of which program it is. */
export function showTitle(text: string): void {
  document.title = text === t.app ? text : `${text} · ${t.app}`;
}
