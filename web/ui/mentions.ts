import type { Options } from 'micromark';
import { wholeMention } from '../../contract/mentions.ts';

/*
 * Mentions of members: `@[Ada](member:…)`. They name the membership, so that they last when the person is renamed; where
 * this is not known, they read as a name with a link. They are links without an address, which no other text can make.
 */

type Syntax = NonNullable<Options['extensions']>[number];
type Html = NonNullable<Options['htmlExtensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['text']>[number]>, { tokenize: unknown }>;
type Tokenize = Construct['tokenize'];
type State = ReturnType<Tokenize>;

/** The text that mentions a member. */
export const mentionOf = (name: string, member: string): string =>
  `@[${name.replace(/[[\]\s]+/g, ' ').trim()}](member:${member})`;

/** The name of a token of this extension, which the types do not know. */
const mention = 'mention' as 'data';

/** More than the form can have. */
const longest = 300;

const codeOf = (sign: string): number => sign.charCodeAt(0);

const [at, opening, closing, end] = ['@', '[', ']', ')'].map(codeOf);

const isWord = (code: number | null): boolean =>
  code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));

/** Takes all that may be one, up to the bracket at its end; whether it is one is seen in its text. */
const tokenize: Tokenize = function (effects, ok, nok) {
  let length = 0;
  let isInName = true;
  const next = (code: Parameters<State>[0]): void => {
    length++;
    effects.consume(code);
  };
  const finish: State = (code) => {
    next(code);
    const token = effects.exit(mention);
    return wholeMention.test(this.sliceSerialize(token)) ? ok : nok;
  };
  const inside: State = (code) => {
    if (code === null || code < 0 || length > longest || code === opening) return nok(code);
    if (code === closing) isInName = false;
    if (code === end && !isInName) return finish(code);
    next(code);
    return inside;
  };
  const open: State = (code) => {
    if (code !== opening) return nok(code);
    next(code);
    return inside;
  };
  return (code) => {
    effects.enter(mention);
    next(code);
    return open;
  };
};

const construct: Construct = {
  name: 'mention',
  tokenize,
  previous: (code) => !isWord(code),
};

export const mentions: Syntax = { text: { [at ?? 0]: construct } };

export const mentionsHtml: Html = {
  exit: {
    [mention](token) {
      const [, name = '', member = ''] = wholeMention.exec(this.sliceSerialize(token)) ?? [];
      this.tag(`<a data-at="${member}">`);
      this.raw(this.encode(`@${name}`));
      this.tag('</a>');
    },
  },
};
