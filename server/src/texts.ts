/* Makes texts of elsewhere such as a caller could have sent us. */

/** Without what PostgreSQL cannot store: the character NUL, and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Without what has no place in a line (`oneLine` of the contract): each run of it becomes a space. */
export const oneLine = (text: string): string =>
  storable(text)
    .replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ')
    .trim();
