import { t } from '../messages/t.ts';

/** Sets the window's title: the content and the name of the app. */
export function showTitle(text: string): void {
  document.title = text === t.app ? text : `${text} · ${t.app}`;
}
