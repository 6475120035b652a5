import type { Effect } from './mutation.ts';

/** A thing with the effect of a change. */
export function over(entity: object | undefined, { fields, isNew }: Effect): object | undefined {
  if (fields === null) return undefined;
  // A change does not bring back a thing that is gone from the server.
  return entity === undefined && !isNew ? undefined : { ...entity, ...fields };
}

/** The number of sorted ids that come before a place. */
export function placeIn(ids: readonly string[], isBefore: (id: string) => boolean): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(ids[middle] ?? '')) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The value of a key, made when it is first asked for. */
export function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}
