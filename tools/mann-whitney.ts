/**
 * The Mann-Whitney U test: the probability that samples at least as different as these come from the same distribution, of any
 * form. Two-sided; uses the normal approximation, which is accurate from twenty values per sample.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, ofA: true })), ...b.map((value) => ({ value, ofA: false }))];
  all.sort((x, y) => x.value - y.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length; ) {
    let end = start + 1;
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    // Equal values share the mean of their ranks, which start at 1.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ ofA }) => ofA).length;
    const tied = end - start;
    ties += tied ** 3 - tied;
    start = end;
  }
  const [n, m] = [a.length, b.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  if (deviation === 0) return 1;
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation;
  return 2 * upperTail(distance);
}

/** The probability that a normal value is above `z`; Abramowitz and Stegun 26.2.17, accurate to seven digits. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
