/*
 * Refs that focus an element when it mounts. They are constants because a function created anew on each render is
 * called on each render, and would pull the focus back.
 */

export const takesFocus = (element: HTMLElement | null): void => element?.focus();

/** For overlays, which are positioned after they get the focus: focusing does not scroll the page. */
export const takesFocusInPlace = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true });

/** Selects the existing text, to be overwritten. */
export const takesFocusWhole = (field: HTMLInputElement | HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.select();
};

/** Selects the name of a file up to its extension. */
export const takesFocusInStem = (field: HTMLInputElement | null): void => {
  field?.focus();
  field?.setSelectionRange(0, field.value.replace(/(?<=.)\.[^.]*$/, '').length);
};

/** Places the caret at the end of the existing text. */
export const takesFocusAtEnd = (field: HTMLInputElement | HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};
