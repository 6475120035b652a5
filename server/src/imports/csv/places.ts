const colours = ['#4bce97', '#f5cd47', '#fea362', '#f87168', '#9f8fef', '#579dff', '#6cc3e0', '#94c748'];

/** The colour of the label at an index, if the file has none. */
export const labelColours = (place: number): string => colours[place % colours.length] ?? '';

/** Returns the index of a name, adding new names to the list. */
export function placesIn<T>(all: T[], make: (name: string) => T, keyOf = (name: string) => name) {
  const places = new Map<string, number>();
  return (name: string): number => {
    const key = keyOf(name);
    const place = places.get(key) ?? all.push(make(name)) - 1;
    places.set(key, place);
    return place;
  };
}
