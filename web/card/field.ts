import type { Edit, Field } from './writing.ts';

/* Edits a Markdown text field as if by typing, so that the browser's undo works. */

export const fieldOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Field => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

export function apply(textarea: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  textarea.focus();
  textarea.setSelectionRange(from, to);
  // Deprecated, but the only way to edit by script that the browser can undo.
  const isTyped = insert ? document.execCommand('insertText', false, insert) : document.execCommand('delete');
  if (!isTyped) {
    textarea.setRangeText(insert, from, to);
    textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  textarea.setSelectionRange(start, end);
}

/** Replaces one text with another, wherever it is by now, and keeps the caret in place. */
export function replace(textarea: HTMLTextAreaElement, old: string, text: string): void {
  const from = textarea.value.indexOf(old);
  if (from < 0) return;
  const to = from + old.length;
  const moved = (at: number) =>
    at <= from ? at : at >= to ? at + text.length - old.length : from + text.length;
  const { selectionStart, selectionEnd } = textarea;
  if (document.activeElement === textarea) {
    const [start, end] = [moved(selectionStart), moved(selectionEnd)];
    apply(textarea, { from, to, insert: text, start, end });
    return;
  }
  textarea.setRangeText(text, from, to);
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const measured = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'boxSizing',
  'tabSize',
  'textIndent',
] as const;

/** The position on the page of an index of the text, measured in a copy of the field. */
export function placeIn(
  textarea: HTMLTextAreaElement,
  at: number,
): { left: number; top: number; bottom: number } {
  const copy = document.createElement('div');
  const style = getComputedStyle(textarea);
  for (const each of measured) copy.style[each] = style[each];
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    inlineSize: `${textarea.clientWidth}px`,
  });
  const mark = document.createElement('span');
  mark.textContent = '\u200b';
  copy.append(textarea.value.slice(0, at), mark);
  textarea.parentElement?.append(copy);
  const base = copy.getBoundingClientRect();
  const there = mark.getBoundingClientRect();
  copy.remove();
  const box = textarea.getBoundingClientRect();
  return {
    left: box.left + there.left - base.left,
    top: box.top + there.top - base.top - textarea.scrollTop,
    bottom: box.top + there.bottom - base.top - textarea.scrollTop,
  };
}

/** Fits a field's height to its text, in browsers without `field-sizing`. */
export function grow(textarea: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  textarea.style.blockSize = 'auto';
  textarea.style.blockSize = `${textarea.scrollHeight + 2}px`;
}
