/** The numbers in keys like `WEB-12` of a workspace; others are left out. */
export const numbersIn = (keys: readonly string[], cardPrefix: string): { number: number }[] => {
  const prefix = `${cardPrefix}-`.toLowerCase();
  const numbers = keys.flatMap((key) => {
    const given = key.toLowerCase();
    const digits = given.startsWith(prefix) ? given.slice(prefix.length) : '';
    return /^[1-9][0-9]{0,14}$/.test(digits) ? [Number(digits)] : [];
  });
  return [...new Set(numbers)].map((number) => ({ number }));
};
