/** The fields that a schema declares for a value; undefined if anything is allowed. */
interface Known {
  fields?: ReadonlyMap<string, Known | undefined>;
  entries?: Known;
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Max names reported. */
const most = 10;

/**
 * Finds the fields of a body that its schema does not declare, as `dueAt` or `card.dueAt`. They are ignored, so that
 * clients of other servers work, but typing errors should still be noticed.
 */
export function unknownFieldsOf(schema: object): (body: unknown) => string[] {
  const known = knownTo(schema as Schema);
  return (body) => {
    const found = new Set<string>();
    collect(body, known, '', found);
    return [...found];
  };
}

function knownTo({ properties, items }: Schema): Known | undefined {
  if (properties) {
    return { fields: new Map(Object.entries(properties).map(([name, each]) => [name, knownTo(each)])) };
  }
  const entries = items && knownTo(items);
  return entries && { entries };
}

function collect(value: unknown, known: Known | undefined, place: string, found: Set<string>): void {
  if (!known || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, known.entries, place, found);
    return;
  }
  for (const name in value) {
    if (found.size === most) return;
    const inner = (value as Record<string, unknown>)[name];
    if (known.fields?.has(name)) collect(inner, known.fields.get(name), `${place}${name}.`, found);
    else found.add(place + shown(name));
  }
}

/** Makes a name safe for a list in a header. */
const shown = (name: string): string => name.slice(0, 64).replace(/[^\w$@.-]/g, '_') || '_';
