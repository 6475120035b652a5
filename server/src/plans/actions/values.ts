import type { PlannedCard } from '../../../../contract/plans.ts';
import { applyIn, type CardValues, noValues } from '../../base/card-fields.ts';
import type { Reading } from '../../base/db/database.ts';
import { Invalid, insideBody } from '../../base/errors.ts';
import type { People } from '../../cards/actions/create-many.ts';
import { unfit, valuesOn } from '../../cards/actions/values.ts';
import { fieldsOf } from '../../data/fields/definitions.ts';

const valuesOfNew = applyIn('create');

/** The values of the cards of a plan, and the people whom it names. Throws `Invalid` for a value that does not fit. */
export async function valuesOfPlan(
  tx: Reading,
  board: { workspaceId: string; boardId: string },
  cards: readonly PlannedCard[],
): Promise<{ of: (card: number) => CardValues; people: People }> {
  const fields = cards.some((card) => card.fields) ? await fieldsOf(tx, board) : [];
  const ids = new Set<string>();
  const checks: ((seen: ReadonlySet<string>) => void)[] = [];
  const all = cards.map(
    ({ title, description, startDate, dueDate, fields: given = {}, memberPublicIds = [] }, index) => {
      const at = `cards/${index}`;
      for (const id of memberPublicIds) {
        ids.add(id);
        checks.push((seen) => {
          const field = `body/${at}/memberPublicIds`;
          if (!seen.has(id)) throw new Invalid('members-blind', { field, id });
        });
      }
      try {
        const [values, people] = valuesOn(fields, given);
        for (const [id, field] of people) {
          ids.add(id);
          checks.push((seen) => {
            if (!seen.has(id)) throw insideBody(unfit(field), at);
          });
        }
        return valuesOfNew(noValues, { title, description, startDate, dueDate, fields: values });
      } catch (error) {
        throw insideBody(error, at);
      }
    },
  );
  return {
    of: (card) => all[card] ?? noValues,
    people: {
      ids: [...ids],
      requireSeen: (seen) => {
        for (const check of checks) check(seen);
      },
    },
  };
}
