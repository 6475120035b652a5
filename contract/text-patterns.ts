/*
 * Patterns spell out their characters: `\s` and `\d` differ between languages, and clients in any language read the
 * document. They are in a file of their own for processes that read one file or mail, which load no schemas.
 */

/** Characters that are trimmed from the ends of a line: JavaScript's white space. */
const blank = '\\u0009-\\u000d\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/**
 * Not allowed in a line: control characters, line breaks, characters that change the direction of surrounding text, and
 * zero-width characters. The two joiners are allowed: emoji and the scripts of India and Persia need them.
 */
const notInLine =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

/** The spaces within a line. */
const space = '\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';

/** Allowed in a line, but invisible on its own. */
const unseen =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200c\\u200d\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0';

/**
 * A line contains something visible. No character can both continue one part of the pattern and start the next, so matching
 * takes linear time for any input.
 */
export const oneLine = `^[${blank}]*(?:[${unseen}][${unseen}${space}]*)?[^${notInLine}${unseen}${space}][^${notInLine}]*$`;

/** Multi-line text: no control characters except tabs and line breaks, as each would take six bytes in JSON. */
export const manyLines = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f]*$';
