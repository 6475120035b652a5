import { counted, texts } from './texts.ts';

/** Letters without accents, in lower case: as the filter of a board compares them. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

interface ShownList {
  count: HTMLElement | null;
  /** The count of all cards, as the page has it. */
  whole: string;
  cards: { element: HTMLElement; text: string }[];
}

const listOf = (element: Element): ShownList => {
  const count = element.querySelector<HTMLElement>('[data-count]');
  const cards = [...element.querySelectorAll<HTMLElement>('.card')];
  return {
    count,
    whole: count?.textContent ?? '',
    cards: cards.map((card) => ({ element: card, text: folded(card.textContent) })),
  };
};

/** Shows the field that finds among the cards on the page; all words have to be on a card. */
export function filterCards(): void {
  const field = document.querySelector<HTMLInputElement>('.filter input');
  const status = document.querySelector('[data-found]');
  if (!field) return;
  let lists: ShownList[] | undefined;
  field.closest<HTMLElement>('.filter')?.removeAttribute('hidden');
  const show = () => {
    lists ??= [...document.querySelectorAll('.list')].map(listOf);
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { count, whole, cards } of lists) {
      let here = 0;
      for (const { element, text } of cards) {
        element.hidden = !words.every((word) => text.includes(word));
        if (!element.hidden) here++;
      }
      found += here;
      if (count)
        count.textContent =
          words.length > 0 ? texts.of.replace('{0}', String(here)).replace('{1}', whole) : whole;
    }
    if (status) status.textContent = words.length > 0 ? counted(found, texts.found) : '';
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || field.value === '') return;
    event.preventDefault();
    field.value = '';
    show();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  // The browser may have kept a text from before.
  if (field.value !== '') show();
}
