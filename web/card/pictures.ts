import { signal } from '@preact/signals';

/* The picture of a card that is shown large, by the id of its attachment. */

export const shownPicture = signal<string | null>(null);

export const showPicture = (id: string | null): void => {
  shownPicture.value = id;
};

/** Whether a click follows a link, and opens no other tab. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

const address = /\/attachments\/([0-9a-z]{16})\/content/;

/** Shows a picture of a text large, instead of opening it in another tab. */
export function onTextClick(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest('a.shown-picture');
  const id = address.exec(link?.getAttribute('href') ?? '')?.[1];
  if (id === undefined || !isPlainClick(event)) return;
  event.preventDefault();
  showPicture(id);
}
