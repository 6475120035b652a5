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

/** Stops an event from having any further effect. */
export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
