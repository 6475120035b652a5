import purify from 'dompurify';
import type { Around, CardAround } from './around.ts';

/*
 * Sanitises HTML: only elements that Markdown produces are kept. Pictures from other hosts would reveal who reads a
 * text, so they become links. Files of the card get their current addresses.
 */

const tags =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre strong table tbody td th thead tr ul';
const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, th, td';
const attributes = ['href', 'src', 'alt', 'title', 'align', 'start', 'type', 'checked', 'data-at'];

const file = /^\/api\/v1\/attachments\/([0-9a-z]{16})\/content$/;

/** Returns a detached fragment: nothing in it loads before it is inserted. */
export function clean(html: string, around: Around): DocumentFragment {
  const made = purify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
  const fileAt = (address: string) => around.fileOf(file.exec(address)?.[1] ?? '');
  for (const image of made.querySelectorAll('img')) image.replaceWith(pictureLink(image, fileAt));
  for (const link of made.querySelectorAll<HTMLElement>('a[data-at]'))
    link.replaceWith(mention(link, around));
  for (const link of made.querySelectorAll('a')) lead(link, fileAt);
  for (const box of made.querySelectorAll('input')) name(box);
  for (const table of made.querySelectorAll('table')) table.tabIndex = 0;
  // Each block reads in the direction of its own text.
  for (const block of made.querySelectorAll<HTMLElement>(blocks)) block.dir = 'auto';
  refer(made, around);
  return made;
}

function pictureLink(image: HTMLImageElement, fileAt: (address: string) => ReturnType<Around['fileOf']>) {
  const source = image.getAttribute('src') ?? '';
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', source);
  if (fileAt(source)?.isPicture) {
    image.setAttribute('src', fileAt(source)?.url ?? '');
    image.setAttribute('loading', 'lazy');
    link.className = 'shown-picture';
    link.append(image.cloneNode());
  } else link.textContent = image.alt || source;
  // Links cannot be nested.
  return image.closest('a') ? image.ownerDocument.createTextNode(image.alt || source) : link;
}

/** A mention with the name that the member has now, or had when they left. */
function mention({ dataset, textContent, ownerDocument }: HTMLElement, { nameOf }: Around): HTMLElement {
  const element = ownerDocument.createElement('span');
  const name = nameOf(dataset.at ?? '');
  element.className = 'mention';
  element.textContent = name ? `@${name}` : textContent;
  return element;
}

/** Links within the app open in the same tab; all others open a new one and send no referrer. */
function lead(link: HTMLAnchorElement, fileAt: (address: string) => ReturnType<Around['fileOf']>): void {
  const address = link.getAttribute('href') ?? '';
  const url = URL.parse(address, location.href);
  if (url?.origin === location.origin && !/^\/(?:api|docs)(?:\/|$)/.test(url.pathname)) return;
  const found = fileAt(address);
  if (found) link.setAttribute('href', found.url);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

/** Labels a check box by its item; no other input can occur in a text. */
function name(box: HTMLInputElement): void {
  box.type = 'checkbox';
  box.setAttribute('aria-label', (box.parentElement?.textContent ?? '').trim().slice(0, 100) || '…');
  box.closest('li')?.classList.add('task');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Turns card keys into links, and marks mentions of members. */
function refer(made: DocumentFragment, { prefix, cardOf, cardsElsewhere, members }: Around): void {
  const names = members.filter(Boolean).sort((a, b) => b.length - a.length);
  const kinds = [
    ...(prefix ? [`(?<![\\p{L}\\p{N}-])${escaped(prefix)}-(?<number>\\d{1,9})(?![\\p{L}\\p{N}-])`] : []),
    ...(names.length > 0
      ? [`(?<![\\p{L}\\p{N}])@(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`]
      : []),
  ];
  if (kinds.length === 0) return;
  const pattern = new RegExp(kinds.join('|'), 'giu');
  const document = made.ownerDocument;
  const walker = document.createTreeWalker(made, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('a, code, .mention')) continue;
    const parts = [...text.data.matchAll(pattern)];
    let rest = text;
    let passed = 0;
    for (const { 0: whole, index, groups } of parts) {
      const number = groups?.number;
      const card = number === undefined ? undefined : cardOf(Number(number));
      if (number !== undefined && !card && !cardsElsewhere) continue;
      const element = card ? reference(whole, card) : document.createElement('span');
      if (!card) element.textContent = whole;
      if (number === undefined) element.className = 'mention';
      else if (!card) element.dataset.number = String(Number(number));
      const found = rest.splitText(index - passed);
      rest = found.splitText(whole.length);
      passed = index + whole.length;
      found.replaceWith(element);
    }
  }
}

/** Max characters of a title that are shown. */
const longest = 80;

/** The link to a card, with its title and whether it is done. */
function reference(key: string, { id, title, done }: CardAround): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'reference';
  link.href = `/c/${id}`;
  link.title = title;
  const shown = document.createElement('bdi');
  const characters = Array.from(title);
  shown.textContent = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : title;
  link.append(key, ' ', shown);
  if (done !== undefined) {
    const mark = document.createElement('span');
    mark.role = 'img';
    mark.ariaLabel = done;
    mark.textContent = '✓';
    link.append(' ', mark);
  }
  return link;
}

/** Max cards of other boards that a text is read for. */
const mostElsewhere = 100;

/** Turns keys of other boards into links; those of cards that the user may not view stay what they are. */
export async function referElsewhere(shown: HTMLElement, { cardsElsewhere }: Around): Promise<void> {
  const keys = [...shown.querySelectorAll<HTMLElement>('[data-number]')];
  const numbers = [...new Set(keys.map(({ dataset }) => Number(dataset.number)))].slice(0, mostElsewhere);
  if (!cardsElsewhere || numbers.length === 0) return;
  const found = await cardsElsewhere(numbers).catch(() => undefined);
  for (const key of keys) {
    const card = found?.get(Number(key.dataset.number));
    if (card) key.replaceWith(reference(key.textContent, card));
  }
}
