import { nothingAround } from '../ui/around.ts';
import { htmlOf } from '../ui/markup.ts';
import { clean } from '../ui/sanitize.ts';

/** Formats a text that the page has as it was written. It stays so if it takes too long. */
export async function format(text: HTMLElement): Promise<void> {
  const html = await htmlOf(text.textContent);
  if (html === null) return;
  text.replaceChildren(clean(html, nothingAround));
  for (const box of text.querySelectorAll('input')) box.disabled = true;
  text.classList.remove('plain');
}
