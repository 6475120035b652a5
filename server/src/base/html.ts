/* HTML from templates in which every text is escaped. */

/** Markup that may be inserted as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as part of HTML or XML, also within quotation marks. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return part ? part.map(written).join('') : '';
}

/** A template of HTML: its texts are escaped, `false` and null leave nothing. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(written)));
