/*
 * Descriptions and comments are HTML since Vikunja 0.22. Elements that its editor writes become Markdown; of others only the text
 * is kept. Input of any kind is read in a single pass.
 */

/** Max depth of nested lists and quotes; deeper ones are flattened to it. */
const deepest = 12;

/** Whether a text is HTML: before 0.22 it was Markdown. */
export const isHtml = (text: string): boolean =>
  /^\s*<(?:[a-z][a-z0-9-]*)(?:\s[^<]*)?\/?>/i.test(text.slice(0, 2000));

export function markdownOf(html: string): string {
  const writer = new Writer();
  let at = 0;
  let closes = -2;
  while (at < html.length) {
    const opens = html.indexOf('<', at);
    // Searched again only if needed: many `<` without a `>` must not take quadratic time.
    if (closes !== -1 && closes < opens) closes = html.indexOf('>', opens);
    if (opens === -1 || closes === -1) {
      writer.text(html.slice(at));
      break;
    }
    writer.text(html.slice(at, opens));
    const tag = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html.slice(opens, opens + 40));
    if (tag) {
      const name = (tag[2] ?? '').toLowerCase();
      if (tag[1]) writer.close(name);
      else writer.open(name, html.slice(opens, closes));
    } else if (!html.startsWith('<!', opens)) writer.text('<');
    at = tag || html.startsWith('<!', opens) ? closes + 1 : opens + 1;
  }
  return writer.end();
}

/** Inline marks. */
const marks = new Map<string, string>([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['s', '~~'],
  ['del', '~~'],
  ['code', '`'],
]);

const headings = new Map(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, '#'.repeat(index + 1)]),
);

const blocks = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'table',
  'tr',
  'hr',
  ...headings.keys(),
]);

/** A list item or quote. Its first line begins with the marker; later ones with as many spaces or, in a quote, the marker again. */
interface Container {
  name: string;
  marker: string;
  isUsed: boolean;
}

class Writer {
  readonly #lines: string[] = [];
  readonly #containers: Container[] = [];
  /** The current numbers of the open lists; undefined for bullet lists. */
  readonly #lists: (number | undefined)[] = [];
  readonly #links: string[] = [];
  #line = '';
  #isPre = false;
  /** Whether an empty line comes before the next one. */
  #gap = false;
  /** Whether the last line was broken within a paragraph. */
  #breaks = false;

  text(raw: string): void {
    if (raw === '') return;
    const text = unescaped(raw);
    if (this.#isPre) this.#line += text;
    else {
      const words = text.replace(/\s+/g, ' ').replace(/[\\*_`[\]<]/g, '\\$&');
      this.#line += this.#line === '' ? words.trimStart() : words;
    }
  }

  open(name: string, tag: string): void {
    if (blocks.has(name)) this.#flush();
    if (name === 'br') this.#flush(false);
    else if (name === 'hr') this.#line = '---';
    else if (name === 'pre') this.#pre(true);
    else if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? 0 : undefined);
    else if (name === 'li') this.#contain(name, this.#markerOf(tag));
    else if (name === 'blockquote') this.#contain(name, '> ');
    else if (name === 'a') this.#link(attributeOf(tag, 'href'));
    else if (name === 'img') this.#image(tag);
    else if (headings.has(name)) this.#line = `${headings.get(name)} `;
    else if (name === 'td' || name === 'th') this.#line += this.#line === '' ? '' : ' | ';
    else if (!this.#isPre) this.#line += marks.get(name) ?? '';
  }

  close(name: string): void {
    if (name === 'a') {
      const address = this.#links.pop();
      if (address) this.#line += `](<${address}>)`;
      return;
    }
    if (!blocks.has(name)) {
      if (!this.#isPre) this.#line += marks.get(name) ?? '';
      return;
    }
    this.#flush();
    this.#breaks = false;
    if (name === 'pre') this.#pre(false);
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (name === 'li' || name === 'blockquote') this.#leave(name);
    this.#gap = name !== 'tr' && this.#lists.length === 0;
  }

  end(): string {
    this.#flush();
    if (this.#isPre) this.#pre(false);
    return this.#lines.join('\n').trim();
  }

  #markerOf(tag: string): string {
    const checked = attributeOf(tag, 'data-checked');
    const number = this.#lists.at(-1);
    if (number !== undefined) this.#lists[this.#lists.length - 1] = number + 1;
    const marker = number === undefined ? '- ' : `${number + 1}. `;
    return checked === '' ? marker : `${marker}[${checked === 'true' ? 'x' : ' '}] `;
  }

  #contain(name: string, marker: string): void {
    if (this.#containers.length < deepest) this.#containers.push({ name, marker, isUsed: false });
  }

  #leave(name: string): void {
    if (this.#containers.at(-1)?.name === name) this.#containers.pop();
  }

  #link(address: string): void {
    const safe = /^(?:https?|mailto):/i.test(address) ? address.replace(/[<>\s]/g, encodeURIComponent) : '';
    this.#links.push(safe);
    if (safe !== '') this.#line += '[';
  }

  #image(tag: string): void {
    const address = attributeOf(tag, 'src');
    const name = attributeOf(tag, 'alt') || 'image';
    this.#link(address);
    if (this.#links.at(-1) !== '') this.text(name);
    this.close('a');
  }

  #pre(opens: boolean): void {
    this.#line = '```';
    this.#flush();
    this.#isPre = opens;
  }

  #flush(ends = true): void {
    const text = this.#isPre ? this.#line : this.#line.trim();
    this.#line = '';
    if (text === '') return;
    const quotes = this.#containers.filter(({ name }) => name === 'blockquote').map(() => '>');
    if (this.#gap) this.#lines.push(quotes.join(' '));
    else if (this.#breaks) this.#lines.push(`${this.#lines.pop() ?? ''}\\`);
    this.#gap = false;
    this.#breaks = !ends;
    for (const line of text.split('\n')) this.#lines.push(this.#prefix() + line);
  }

  #prefix(): string {
    return this.#containers
      .map((each) => {
        const isFirst = !each.isUsed;
        each.isUsed = true;
        return isFirst || each.name === 'blockquote' ? each.marker : ' '.repeat(each.marker.length);
      })
      .join('');
  }
}

const attributeOf = (tag: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]{0,2000})"`, 'i').exec(tag.slice(0, 5000))?.[1] ?? '');

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
    if (code > 0) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return entities.get(String(name).toLowerCase()) ?? whole;
  });
