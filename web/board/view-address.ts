import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { LiveEvent } from '../../contract/subscribe.ts';
import { path, query } from '../app/location.ts';

/*
 * The view of the open board: a kind, or the id of a saved one; empty for the board itself. It is part of the board's
 * address, like the filter, and stays unchanged while a card is open.
 */

const held = signal('');

export const viewAsked: ReadonlySignal<string> = held;

effect(() => {
  if (path.value.startsWith('/b/')) held.value = query.value.get('view') ?? '';
});

/** Counts the events that say that views of the open board have changed. */
export const viewsTold = signal(0);

/** Counts the events that say that rules of the open board have changed, or did something. */
export const rulesTold = signal(0);

/** Counts the events that say that cards of the open board were proposed, accepted or discarded. */
export const plansTold = signal(0);

/** Passes events on, and counts those of views, rules and plans. */
export const alsoOfViews =
  (heard: (event: LiveEvent) => void) =>
  (event: LiveEvent): void => {
    if (event.view) viewsTold.value++;
    if (event.rule || event.apiKey?.rule) rulesTold.value++;
    if (event.plan) plansTold.value++;
    heard(event);
  };

/** The address of a board with a view, and the filter in the form of an address. */
export function addressOfView(boardPath: string, filter: string, view = held.peek()): string {
  const asked = [view && `view=${encodeURIComponent(view)}`, filter].filter(Boolean).join('&');
  return asked === '' ? boardPath : `${boardPath}?${asked}`;
}
