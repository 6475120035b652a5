/** Suppresses the click that browsers fire after a drop; clicks by keyboard pass. */
export function swallowClick(): void {
  const off = new AbortController();
  const options = { capture: true, signal: off.signal };
  addEventListener(
    'click',
    (event) => {
      off.abort();
      if (event.detail > 0) swallow(event);
    },
    options,
  );
  // That click comes before the next pointerdown, or not at all.
  addEventListener('pointerdown', () => off.abort(), options);
}

/** As in popover.css: popovers open from below. */
const isPhone = matchMedia('(width < 40rem)');

/**
 * Suppresses the click of a tap outside an open popover on a phone: it only closes it. Many browsers do so before the click,
 * so that the styles no longer keep it from what lies below.
 */
export function swallowTapsOutside(): void {
  addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!isPhone.matches || (target as Element).closest(':popover-open')) return;
      if (document.querySelector(':is(.popover, .menu):popover-open:not(.completions)')) swallowClick();
    },
    { capture: true },
  );
}

/** Stops an event from having any further effect. */
export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
