/* What people can react to a comment with: one emoji, as it is written on every keyboard. */

/** Max length in UTF-16 code units: families and flags of regions are the longest. */
export const longestEmoji = 35;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that newer emoji than this runtime knows are made of. */
const parts = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u;

/** The emoji that a text is, written in the one usual way; undefined if it is anything else. */
export function emojiOf(text: string): string | undefined {
  if (text.length > longestEmoji) return undefined;
  // Keyboards differ in whether they write the sign that asks for the colored form.
  const found = [text, `${text}\u{fe0f}`].find((each) => /^\p{RGI_Emoji}$/v.test(each));
  if (found !== undefined) return found;
  const isNew = parts.test(text) && /\p{Extended_Pictographic}/u.test(text);
  return isNew && [...graphemes.segment(text)].length === 1 ? text : undefined;
}

/** Offered first. */
export const commonEmoji = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;
