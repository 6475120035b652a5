import type { Field } from '../../../contract/field-shapes.ts';
import { fieldsOf } from '../../board/field-values.ts';
import type { OpenBoard } from '../../board/open.ts';
import { type Choice, choicesOn } from '../choices.ts';

/* What rules name on a board. */

export interface Choices {
  listPublicId: readonly Choice[];
  labelPublicId: readonly Choice[];
  memberPublicId: readonly Choice[];
  fieldPublicId: readonly Choice[];
}

export type NamedBy = keyof Choices;

export function namesOn(board: OpenBoard): Choices {
  const { lists, labels, members } = choicesOn(board);
  return {
    listPublicId: lists,
    labelPublicId: labels,
    memberPublicId: members,
    fieldPublicId: fieldsOf(board).map(({ publicId, name }: Field) => ({ id: publicId, name })),
  };
}
