/**
 * Whether a key belongs to an input method, which is composing a character: Enter accepts what it offers, and is not
 * meant for the page. Safari ends the composition before that key arrives, but marks it with the code 229.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
