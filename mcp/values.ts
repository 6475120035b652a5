import { api } from '../contract/api.ts';
import type { FieldValue, FieldValues } from '../contract/field-types.ts';
import type { Hands } from './tool.ts';

/** The values of a card by the names of their fields, with what was chosen by name, as tools take them. */
export async function valuesByName(
  { client }: Hands,
  boardPublicId: string,
  values: FieldValues | undefined,
): Promise<Record<string, FieldValue>> {
  if (!values) return {};
  const fields = await client.call(api.fields.list, { params: { boardPublicId } });
  return Object.fromEntries(
    fields.flatMap(({ publicId, name, options }): [string, FieldValue][] => {
      const value = values[publicId];
      const nameOf = (id: string) => options.find((option) => option.publicId === id)?.name ?? id;
      if (value === undefined) return [];
      if (Array.isArray(value)) return [[name, value.map(nameOf)]];
      return [[name, typeof value === 'string' ? nameOf(value) : value]];
    }),
  );
}
