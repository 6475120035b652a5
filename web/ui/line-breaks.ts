import type { Options } from 'micromark';

/*
 * Single line breaks of a text stay: people write letters and lists of short lines, and expect to see what they wrote.
 * Markdown's own marks for a line break then add nothing.
 */

type Syntax = NonNullable<Options['extensions']>[number];
type Html = NonNullable<Options['htmlExtensions']>[number];
type Tokenize = Extract<NonNullable<NonNullable<Syntax['text']>[number]>, { tokenize: unknown }>['tokenize'];
type State = ReturnType<Tokenize>;

/** Codes of the tokenizer: CR LF, LF and CR; a tab, the columns that it fills, and a space. */
const endings = [-5, -4, -3];
const blanks: readonly (number | null)[] = [-2, -1, 32];

/** The name of a token of this extension, which the types do not know. */
const lineBreak = 'lineBreak' as 'data';

const tokenize: Tokenize = (effects, ok) => {
  const indent: State = (code) => {
    if (blanks.includes(code)) {
      effects.consume(code);
      return indent;
    }
    effects.exit('linePrefix');
    return ok(code);
  };
  const after: State = (code) => {
    if (!blanks.includes(code)) return ok(code);
    effects.enter('linePrefix');
    return indent(code);
  };
  return (code) => {
    effects.enter(lineBreak);
    effects.consume(code);
    effects.exit(lineBreak);
    return after;
  };
};

const construct = { name: 'lineBreak', tokenize };

export const lineBreaks: Syntax = {
  text: Object.fromEntries(endings.map((code) => [code, construct])),
  // HTML is shown as text, so it is a paragraph like others.
  disable: { null: ['htmlFlow'] },
};

export const lineBreaksHtml: Html = {
  exit: {
    [lineBreak]() {
      this.tag('<br />');
      this.raw('\n');
    },
    hardBreakEscape: () => undefined,
    hardBreakTrailing: () => undefined,
  },
};
