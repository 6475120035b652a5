/** Keeps the click from opening anything that a browser tells of after something was dropped; keys click as ever. */
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
  // It comes before the pointer goes down again, or not at all.
  addEventListener('pointerdown', () => off.abort(), options);
}

/** Nothing else hears of an event. */
export function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
