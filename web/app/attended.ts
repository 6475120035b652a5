/* Whether somebody is at the page: an open page reads what others change, and would otherwise keep a session in use for ever. */

/** Milliseconds for which what somebody does counts. */
const lasts = 60_000;

/** Opening a page is something that somebody does. */
let seen = Date.now();

for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'])
  addEventListener(
    type,
    () => {
      seen = Date.now();
    },
    { capture: true, passive: true },
  );

export const isAttended = (): boolean => Date.now() - seen < lasts;
