/* Resources of SCIM as JSON, whose attributes are named without regard to case (RFC 7643, 2.1). */

export type Json = null | boolean | number | string | Json[] | Resource;
export type Resource = { [name: string]: Json };

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name under which an object has an attribute, or would have it. */
export function keyIn(object: Resource, name: string): string {
  if (Object.hasOwn(object, name)) return name;
  const wanted = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === wanted) ?? name;
}

export const valueIn = (object: Resource, name: string): Json | undefined => {
  const key = keyIn(object, name);
  return Object.hasOwn(object, key) ? object[key] : undefined;
};

export const textIn = (object: Resource, name: string): string | undefined => {
  const value = valueIn(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** Entra ID writes booleans as the texts `True` and `False`, too. */
export function booleanFrom(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
