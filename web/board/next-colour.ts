/** The hue of a color like `#0d9488`, in degrees; undefined for greys. */
function hueOf(colour: string): number | undefined {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 40) return undefined;
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return (sixth * 60 + 360) % 360;
}

const apart = (one: number, other: number): number => {
  const degrees = Math.abs(one - other);
  return Math.min(degrees, 360 - degrees);
};

/** The color, of those to choose from, that differs most from those that are taken; the first one if none is. */
export function nextColour(colours: readonly string[], taken: readonly string[]): string {
  const hues = taken.flatMap((each) => hueOf(each) ?? []);
  const distances = colours.map((each) => {
    const hue = hueOf(each);
    return hue === undefined ? -1 : Math.min(...hues.map((other) => apart(hue, other)), 360);
  });
  return colours[distances.indexOf(Math.max(...distances))] ?? '#64748b';
}
