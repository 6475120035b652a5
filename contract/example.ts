interface Schema {
  type?: string;
  title?: string;
  nullable?: boolean;
  enum?: unknown[];
  format?: string;
  example?: unknown;
  default?: unknown;
  minLength?: number;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

/**
 * An example value for a schema, assembled from the examples of its parts: every property is present, and an array has one
 * element, and what has several forms has the first. `name` is the property it belongs to; it is the example for a string that has none.
 */
export function exampleOf(given: unknown, name = 'text'): unknown {
  const schema = given as Schema;
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, name)] : [];
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(properties.map(([key, property]) => [key, exampleOf(property, key)]));
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return exampleText(schema, name);
}

function exampleText(schema: Schema, name: string): string | null {
  if (schema.format === 'uri') return 'https://example.com';
  if (schema.nullable && /At$|Date$|Cursor$|^from|^deleted/.test(name)) return null;
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.padEnd(schema.minLength ?? 0, '.');
}
