/*
 * Places popovers at the buttons that open them, in browsers without `position-area`, which alone load this (Chrome before 129,
 * Firefox 140, Safari before 26): below, or above where there is no room, and with the same right edge, or left one.
 */

/** Where menus open from below, as in popover.css. */
const isPhone = matchMedia('(width < 40rem)');

/** Pixels to the edge of the window. */
const gap = 6;

function place(popover: HTMLElement): void {
  const opener = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  if (!opener) return;
  const { style, offsetWidth: width, offsetHeight: height } = popover;
  if (isPhone.matches) return void style.removeProperty('inset');
  const { left, right, top, bottom } = opener.getBoundingClientRect();
  const isBelow = bottom + height + gap <= innerHeight || top < innerHeight - bottom;
  const y = Math.max(gap, Math.min(isBelow ? bottom : top - height - gap, innerHeight - height - gap));
  const x = right - width >= gap ? right - width : Math.min(left, innerWidth - width - gap);
  style.inset = `${y}px auto auto ${x}px`;
}

export function placeByScript(): void {
  // Their content comes after they have opened.
  const sizes = new ResizeObserver((changed) => {
    for (const { target } of changed) place(target as HTMLElement);
  });
  document.addEventListener(
    'beforetoggle',
    ({ target, newState }) => {
      if (newState === 'open') sizes.observe(target as HTMLElement);
      else sizes.unobserve(target as HTMLElement);
    },
    { capture: true },
  );
}
