import type { FieldOption } from '../../../../contract/field-shapes.ts';
import { type FieldType, foldedName } from '../../../../contract/field-types.ts';
import { Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isChosen } from '../../data/fields/stored.ts';
import { colourAt } from '../../labels/actions/labels.ts';

/** What a request says about a field besides its name and type. */
export interface GivenSettings {
  options?: { publicId?: string; name: string; colour?: string }[];
  currency?: string;
  max?: number;
}

/** Throws `Invalid` for what a field of this type does not have. */
export function requireFitting(type: FieldType, { options, currency, max }: GivenSettings): void {
  const stray =
    options !== undefined && !isChosen(type)
      ? 'options'
      : currency !== undefined && type !== 'money'
        ? 'currency'
        : max !== undefined && type !== 'rating'
          ? 'max'
          : undefined;
  if (stray) throw new Invalid('setting-of-other-type', { field: `body/${stray}`, type });
}

/** The options of a field once a request has named all that it is to have; those without a colour get one. */
export function optionsFrom(
  given: NonNullable<GivenSettings['options']>,
  before: readonly FieldOption[],
  now: number,
): FieldOption[] {
  const names = new Set<string>();
  return given.map(({ publicId, name, colour }, index) => {
    const was = before.find((option) => option.publicId === publicId);
    if (publicId !== undefined && !was)
      throw new Invalid('unknown-option', { field: `body/options/${index}/publicId` });
    const folded = foldedName(name);
    if (names.has(folded) || (was && given.findIndex((each) => each.publicId === publicId) < index))
      throw new Invalid('option-name-taken', { field: `body/options/${index}` });
    names.add(folded);
    return { publicId: was?.publicId ?? newId(now), name, colour: colour ?? was?.colour ?? colourAt(index) };
  });
}
