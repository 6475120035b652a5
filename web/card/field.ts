import type { Edit, Field } from './writing.ts';

/* A field with a text in Markdown: it is changed as if it were typed, so that the browser can undo it. */

export const fieldOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Field => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

export function apply(textarea: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  textarea.focus();
  textarea.setSelectionRange(from, to);
  // Nothing else that scripts can do is undone by the browser's own undo.
  const isTyped = insert ? document.execCommand('insertText', false, insert) : document.execCommand('delete');
  if (!isTyped) {
    textarea.setRangeText(insert, from, to);
    textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  textarea.setSelectionRange(start, end);
}

/** Puts one text in the place of another, wherever that is by now, and leaves the caret where it is. */
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

/** Where a place of the text is on the page: a copy of the field, in which places can be measured, tells. */
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

/** Makes a field as high as its text, where the browser does not do so by itself. */
export function grow(textarea: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  textarea.style.blockSize = 'auto';
  textarea.style.blockSize = `${textarea.scrollHeight + 2}px`;
}
