/*
 * The focus never falls to the page's body when the focused element leaves it, as closed forms, archived cards and
 * finished menus do: it goes to what stands in its place, or next to it, or to where it was before a dialog opened.
 * A click beside everything takes the focus away as usual.
 */

/** Where an element is: its place in each of its ancestors, the nearest first. */
interface Trail {
  element: HTMLElement;
  places: { parent: Element; index: number }[];
  /** The dialog or popover that it is in. */
  layer: Element | null;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary, [tabindex]';

const layers = 'dialog, [popover]';

const isThere = (element: Element): boolean => element.isConnected && element.checkVisibility();

/** `again` finds an element that was rendered anew elsewhere. Returns a function that stops it. */
export function keepFocus(again: (element: HTMLElement) => HTMLElement | null): () => void {
  let last: Trail | undefined;
  /** Where the focus was before it went into a layer. */
  const before = new WeakMap<Element, Trail>();
  let waiting = 0;
  const look = () => {
    waiting = 0;
    if (!last || (document.activeElement && document.activeElement !== document.body)) return;
    const lost = last;
    last = undefined;
    // A click beside it took the focus away, and it is still there.
    if (isThere(lost.element) && !lost.element.matches(':disabled')) return;
    if (!take(again(lost.element))) giveOn(lost, before);
  };
  // After everything that moves the focus on purpose, and after rendering.
  const lookSoon = () => {
    waiting ||= requestAnimationFrame(() => setTimeout(look));
  };
  const off = new AbortController();
  const options = { signal: off.signal, capture: true };
  const note = (element: Element) => {
    const now = trailOf(element as HTMLElement);
    const isFromOutside = now.layer && last && !now.layer.contains(last.layer ?? last.element);
    if (now.layer && last && isFromOutside) before.set(now.layer, last);
    last = now;
  };
  document.addEventListener('focusin', ({ target }) => note(target as Element), options);
  // This is loaded when the page is first used: something may have the focus by then.
  if (document.activeElement && document.activeElement !== document.body) note(document.activeElement);
  // Not every browser reports that a focused element was removed.
  for (const type of ['focusout', 'keyup', 'click', 'toggle', 'close'])
    document.addEventListener(type, lookSoon, options);
  return () => off.abort();
}

function trailOf(element: HTMLElement): Trail {
  const places: Trail['places'] = [];
  for (let at: Element = element; at.parentElement; at = at.parentElement)
    places.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return { element, places, layer: element.closest(layers) };
}

/** Focuses the first that takes it of what is near, from the inside outwards; then where the focus was before. */
function giveOn(lost: Trail, before: WeakMap<Element, Trail>): void {
  const tried = new Set<Trail>();
  for (let at: Trail | undefined = lost; at && !tried.has(at); ) {
    tried.add(at);
    const earlier: Trail | undefined = at.layer ? before.get(at.layer) : undefined;
    if ((at !== lost && take(at.element)) || takeNear(at, earlier ? at.layer : null)) return;
    at = earlier;
  }
  const main = document.querySelector('main');
  if (take([...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? null)) return;
  // The whole page has changed: reading begins at its content.
  if (main) main.tabIndex = -1;
  take(main);
}

const isField = (element: Element | undefined): boolean => element?.matches('input, textarea') === true;

/** `within` is the layer outside of which nothing counts as near. */
function takeNear({ element, places, layer }: Trail, within: Element | null): boolean {
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  for (const { parent, index } of places) {
    if (!isThere(parent)) continue;
    const isTooFar = parent === document.body || parent.parentElement === document.body;
    if (isTooFar || [modal, within].some((each) => each && !each.contains(parent))) return false;
    const { children } = parent;
    const near = [children[Math.min(index, children.length - 1)], children[index - 1]];
    // A field that was left, and is rendered anew, is not entered again: keys are commands then.
    if (isField(element) && isField(near[0]) && layer instanceof HTMLDialogElement) return take(layer);
    if (near.some((each) => each && takeIn(each)) || takeIn(parent)) return true;
  }
  return false;
}

const takeIn = (element: Element): boolean =>
  [element, ...element.querySelectorAll(focusable)].some(
    (each) => each.matches(focusable) && take(each as HTMLElement),
  );

function take(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && document.activeElement === element;
}
