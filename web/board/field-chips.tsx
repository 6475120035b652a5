import { LayoutTemplate } from 'lucide';
import type { Field } from '../../contract/field-shapes.ts';
import type { FieldValue } from '../../contract/field-types.ts';
import { fieldTexts } from '../messages/fields.ts';
import type { Entities } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import { chosenIn, fieldsOf, wordsOf } from './field-values.ts';
import type { OpenBoard } from './open.ts';

/**
 * That a card is a template, and its values that its tile shows: options as labels, others with the name of their field.
 */
export function FieldChips({ board, card }: { board: OpenBoard; card: Entities['card'] }) {
  const shown = fieldsOf(board).flatMap((field) => {
    const value = card.fields?.[field.publicId];
    return field.shownOnTile && value !== undefined ? [[field, value] as const] : [];
  });
  if (shown.length === 0 && !card.isTemplate) return null;
  return (
    <ul class="labels">
      {card.isTemplate && (
        <li class="chip">
          <Icon of={LayoutTemplate} size={12} />
          {fieldTexts.template}
        </li>
      )}
      {shown.map(([field, value]) => (
        <Chip key={field.publicId} board={board} field={field} value={value} />
      ))}
    </ul>
  );
}

interface ChipProps {
  board: OpenBoard;
  field: Field;
  value: FieldValue;
}

function Chip({ board, field, value }: ChipProps) {
  const { name, options, type, max } = field;
  if (options.length > 0)
    return chosenIn(field, value).map((option) => (
      <li
        key={option.publicId}
        class="label"
        style={{ '--colour': option.colour }}
        title={`${name}: ${option.name}`}
      >
        {option.name}
      </li>
    ));
  const words = wordsOf(board, field, value);
  return (
    <li class="chip one-line" title={`${name}: ${words}`}>
      {name}
      {type === 'rating' ? (
        <b>
          <span aria-hidden="true">{words}</span>
          <span class="unseen">{fieldTexts.stars(Number(value), max ?? 5)}</span>
        </b>
      ) : (
        type !== 'checkbox' && <b class="one-line">{words}</b>
      )}
    </li>
  );
}
