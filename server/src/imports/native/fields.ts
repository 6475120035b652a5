import type { FieldValues } from '../../../../contract/field-types.ts';
import type { ImportedField, ImportedValue } from '../imported-board.ts';
import type { LineOf } from './schemas.ts';

/** The fields of a board in an export, and the values of its cards as an import takes them. */
export class NativeFields {
  readonly all: ImportedField[] = [];
  readonly #lines = new Map<string, { line: LineOf<'field'>; place: number }>();

  /** The ids of fields and options, in their order. */
  get ids(): { id: string; workspaceId: string | null; options: { id: string; name: string }[] }[] {
    return [...this.#lines.values()].map(({ line: { id, workspaceFieldPublicId = null, options = [] } }) => ({
      id,
      workspaceId: workspaceFieldPublicId,
      options: options.map((option) => ({ id: option.id, name: option.name })),
    }));
  }

  /** Returns the issue, if any. */
  add(line: LineOf<'field'>): string | undefined {
    if (this.#lines.has(line.id)) return 'its id is there twice';
    const { id, name, kind, options = [], currency = null, max = null, shownOnTile = true } = line;
    const named = options.map((option) => ({ name: option.name, colour: option.colour }));
    const place = this.all.push({ name, type: kind, options: named, currency, max, shownOnTile }) - 1;
    this.#lines.set(id, { line, place });
    return undefined;
  }

  /** Values whose field or option is not in the file are left out. */
  valuesOf(values: FieldValues, personOf: (id: string) => number | null): ImportedValue[] {
    return Object.entries(values).flatMap(([id, value]): ImportedValue[] => {
      const found = this.#lines.get(id);
      if (!found) return [];
      const { line, place: field } = found;
      if (line.kind === 'person') {
        const person = typeof value === 'string' ? personOf(value) : null;
        return person === null ? [] : [{ field, value: { person } }];
      }
      if (line.kind !== 'select' && line.kind !== 'multi-select') return [{ field, value }];
      const chosen = Array.isArray(value) ? value : [value];
      const names = (line.options ?? []).flatMap((option) =>
        chosen.includes(option.id) ? [option.name] : [],
      );
      if (names.length === 0) return [];
      return [{ field, value: Array.isArray(value) ? names : (names[0] ?? '') }];
    });
  }
}
