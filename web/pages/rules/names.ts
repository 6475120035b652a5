import type { Field } from '../../../contract/field-shapes.ts';
import { fieldsOf } from '../../board/field-values.ts';
import type { OpenBoard } from '../../board/open.ts';

/* What rules name on a board. */

export interface Choice {
  id: string;
  name: string;
}

export interface Choices {
  listPublicId: readonly Choice[];
  labelPublicId: readonly Choice[];
  memberPublicId: readonly Choice[];
  fieldPublicId: readonly Choice[];
}

export type NamedBy = keyof Choices;

export function choicesOn(board: OpenBoard): Choices {
  const { store } = board;
  const named = (kind: 'list' | 'label', ids: readonly string[]) =>
    ids.flatMap((id) => {
      const found = store.get(kind, id).value;
      return found ? [{ id, name: found.name }] : [];
    });
  return {
    listPublicId: named('list', store.lists.value),
    labelPublicId: named('label', store.labels.value),
    memberPublicId: store.members.value.flatMap((id) => {
      const name = store.get('member', id).value?.user?.name;
      return name ? [{ id, name }] : [];
    }),
    fieldPublicId: fieldsOf(board).map(({ publicId, name }: Field) => ({ id: publicId, name })),
  };
}
