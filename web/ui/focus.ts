/*
 * Refs that take the focus when something opens. They are given by name: a function that is made anew whenever something
 * is drawn is called each time, and would take the focus away from where it has gone since.
 */

export const takesFocus = (element: HTMLElement | null): void => element?.focus();

/** What opens over the page is placed after it has the focus: nothing is scrolled for it. */
export const takesFocusInPlace = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true });

/** A text that stands there is chosen, to be written over. */
export const takesFocusWhole = (field: HTMLInputElement | HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.select();
};

/** A text that stands there is gone on with. */
export const takesFocusAtEnd = (field: HTMLInputElement | HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};
