/*
 * Editing commands for Markdown in a text field. Each is a single replacement, so that the field can apply it as if it
 * were typed, and undo it. The rest of the text stays as it is.
 */

export interface Field {
  text: string;
  /** The range of the selection. */
  start: number;
  end: number;
}

/** Replaces the text between `from` and `to` with `insert`, then selects from `start` to `end`. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type Block = 'bullets' | 'numbers' | 'tasks' | 'quote' | 'heading';

/** Wraps the selection in marks, or removes them if it has them. */
export function wrap({ text, start, end }: Field, mark: string): Edit {
  const inner = text.slice(start, end);
  const { length } = mark;
  const isMarked = text.slice(start - length, start) === mark && text.slice(end, end + length) === mark;
  if (isMarked && !isLonger({ text, start, end }, mark)) {
    const from = start - length;
    return { from, to: end + length, insert: inner, start: from, end: from + inner.length };
  }
  const at = start + length;
  return { from: start, to: end, insert: mark + inner + mark, start: at, end: at + inner.length };
}

/** Whether the mark around the selection is part of a longer one: `**` is not `*`. */
const isLonger = ({ text, start, end }: Field, mark: string): boolean =>
  mark.length === 1 && text[start - 2] === mark && text[end + 1] === mark && text[start - 3] !== mark;

const address = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Makes the selection a link; without an address, selects the place for it. */
export function link({ text, start, end }: Field, to = ''): Edit {
  const inner = text.slice(start, end);
  if (!to && address.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, start: start + 1, end: start + 1 };
  }
  const insert = `[${inner}](${to})`;
  const at = to ? start + insert.length : inner ? start + inner.length + 3 : start + 1;
  return { from: start, to: end, insert, start: at, end: at };
}

/** Pasting an address over a selected text makes it a link. */
export function pasted(field: Field, text: string): Edit | undefined {
  const inner = field.text.slice(field.start, field.end);
  const to = text.trim();
  if (!inner.trim() || inner.includes('\n') || address.test(inner) || !address.test(to)) return undefined;
  return link(
    field,
    to.replace(/[()<> ]/g, (each) => encodeURIComponent(each).replace(/^[()]$/, codeOf)),
  );
}

const codeOf = (each: string): string => `%${each.charCodeAt(0).toString(16)}`;

const marker = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;
const quoted = /^(\s*)((?:>\s?)+)/;

/** The mark that starts the next line: that of its list or quote. Undefined if there is none. */
function markAfter(line: string): { mark: string; length: number } | undefined {
  const found = marker.exec(line);
  if (found) {
    const [whole, indent = '', bullet, number, dot = '', gap, task] = found;
    const next = bullet ?? `${Number(number) + 1}${dot}`;
    return { mark: `${indent}${next}${gap}${task ? '[ ] ' : ''}`, length: whole.length };
  }
  const [quote] = quoted.exec(line) ?? [];
  return quote ? { mark: quote, length: quote.length } : undefined;
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

/** Continues a list on the next line, and ends it on an empty item. */
export function enter({ text, start, end }: Field): Edit | undefined {
  const from = lineStart(text, start);
  const found = start === end ? markAfter(text.slice(from, start)) : undefined;
  if (!found || start < from + found.length) return undefined;
  if (text.slice(from + found.length, lineEnd(text, start)).trim() === '')
    return { from, to: start, insert: '', start: from, end: from };
  const at = start + found.mark.length + 1;
  return { from: start, to: end, insert: `\n${found.mark}`, start: at, end: at };
}

/** Indents or outdents a list item; undefined if it can go no further. */
export function indent({ text, start, end }: Field, isBack: boolean): Edit | undefined {
  const from = lineStart(text, start);
  const to = lineEnd(text, Math.max(start, end > start && text[end - 1] === '\n' ? end - 1 : end));
  const lines = text.slice(from, to).split('\n');
  const [first = ''] = lines;
  const own = marker.exec(first);
  if (!own) return undefined;
  const width = (own[1] ?? '').length;
  const before = marker.exec(text.slice(lineStart(text, from - 1), Math.max(from - 1, 0)));
  const inside = before ? before[0].length - (before[6]?.length ?? 0) : 0;
  if (isBack ? width === 0 : !before || width >= inside) return undefined;
  const by = isBack ? -Math.min(width, 4) : inside - width;
  const moved = lines.map((line) => (by > 0 ? ' '.repeat(by) + line : line.replace(blanks(-by), '')));
  const insert = moved.join('\n');
  const shift = (moved[0]?.length ?? 0) - first.length;
  return {
    from,
    to,
    insert,
    start: Math.max(from, start + shift),
    end: start === end ? Math.max(from, start + shift) : from + insert.length,
  };
}

const blanks = (atMost: number): RegExp => new RegExp(`^ {0,${atMost}}`);

const prefixes: Record<Block, { has: RegExp; of: (index: number) => string }> = {
  bullets: { has: /^(\s*)[-*+]\s+(?!\[[ xX]\]\s)/, of: () => '- ' },
  numbers: { has: /^(\s*)\d{1,9}[.)]\s+/, of: (index) => `${index + 1}. ` },
  tasks: { has: /^(\s*)[-*+]\s+\[[ xX]\]\s+/, of: () => '- [ ] ' },
  quote: { has: /^(\s*)>\s?/, of: () => '> ' },
  heading: { has: /^(\s*)#{1,6}\s+/, of: () => '### ' },
};

/** Turns lines into a list, a quote or a heading, or back into plain text. */
export function block({ text, start, end }: Field, kind: Block): Edit {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const lines = text.slice(from, to).split('\n');
  const { has, of } = prefixes[kind];
  const filled = lines.filter((line) => line.trim() !== '');
  const isThat = filled.length > 0 && filled.every((line) => has.test(line));
  let index = 0;
  const changed = lines.map((line) => {
    if (isThat) return line.replace(has, '$1');
    if (line.trim() === '' && lines.length > 1) return line;
    const plain = kind === 'quote' || kind === 'heading' ? line : line.replace(marker, '$1');
    return plain.replace(/^\s*/, (space) => space + of(index++));
  });
  const insert = changed.join('\n');
  const at = from + insert.length;
  return { from, to, insert, start: lines.length > 1 ? from : at, end: at };
}

/** Toggles the check box at an index of the text; undefined if there is none. */
export function ticked(text: string, at: number): string | undefined {
  if (!/^\[[ \txX]\]$/.test(text.slice(at - 1, at + 2))) return undefined;
  return `${text.slice(0, at)}${/[xX]/.test(text[at] ?? '') ? ' ' : 'x'}${text.slice(at + 1)}`;
}

/** The text to complete, from its sign to the caret. */
export interface Typed {
  kind: 'member' | 'card';
  from: number;
  query: string;
}

/** `@` starts a member's name; `#` or the workspace's prefix starts a card key. The sign nearest to the caret counts. */
export function typedAt({ text, start, end }: Field, prefix: string): Typed | undefined {
  if (start !== end) return undefined;
  const before = text.slice(Math.max(lineStart(text, start), start - 60), start);
  const after = (sign: string, query: string | undefined, kind: Typed['kind']): Typed[] =>
    query === undefined ? [] : [{ kind, from: start - query.length - sign.length, query }];
  // A name has up to three words; text after them is not part of it.
  const [, member] = /(?:^|[\s(])@((?:[\p{L}\p{N}]\S*(?: \S+){0,2} ?)?)$/u.exec(before) ?? [];
  const [, hash] = /(?:^|[\s(])#((?:[\p{L}\p{N}][^#\n]{0,40})?)$/u.exec(before) ?? [];
  const [, word = '', number] = /(?:^|[\s(])([\p{L}\p{N}-]{1,10})-(\d{0,9})$/u.exec(before) ?? [];
  const isPrefix = prefix !== '' && word.toLowerCase() === prefix.toLowerCase();
  const [nearest] = [
    ...after('@', member, 'member'),
    ...after('#', hash, 'card'),
    ...after(`${word}-`, isPrefix ? number : undefined, 'card'),
  ].sort((a, b) => b.from - a.from);
  return nearest;
}
