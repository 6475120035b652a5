import type { IconNode } from 'lucide';
import {
  Banknote,
  Calendar,
  CircleDot,
  Hash,
  Link,
  ListChecks,
  SquareCheck,
  Star,
  TextCursor,
  User,
} from 'lucide';
import type { Field } from '../../contract/field-shapes.ts';
import type { FieldType, FieldValue } from '../../contract/field-types.ts';
import { chosenIn, fieldsOf, wordsOf } from '../board/field-values.ts';
import type { OpenBoard } from '../board/open.ts';
import { setValue } from '../board/set-value.ts';
import { fieldTexts } from '../messages/fields.ts';
import type { Entities } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import { ValuePicks } from './field-picks.tsx';
import { Property } from './property.tsx';

const icons: Readonly<Record<FieldType, IconNode>> = {
  text: TextCursor,
  number: Hash,
  money: Banknote,
  date: Calendar,
  select: CircleDot,
  'multi-select': ListChecks,
  person: User,
  checkbox: SquareCheck,
  link: Link,
  rating: Star,
};

interface FieldPropertiesProps {
  board: OpenBoard;
  card: Entities['card'];
  mayEdit: boolean;
}

/** The fields of the board with the values of a card; to somebody who only reads, those that have one. */
export const FieldProperties = ({ board, card, mayEdit }: FieldPropertiesProps) => (
  <>
    {fieldsOf(board).map((field) => {
      const value = card.fields?.[field.publicId];
      if (value === undefined && !mayEdit) return null;
      const on = { board, cardId: card.publicId, field, value };
      if (field.type === 'checkbox' && mayEdit) return <Check key={field.publicId} {...on} />;
      return (
        <Property
          key={field.publicId}
          icon={icons[field.type]}
          name={field.name}
          value={value !== undefined && <Shown {...on} value={value} />}
        >
          {mayEdit && ((close) => <ValuePicks {...on} close={close} />)}
        </Property>
      );
    })}
  </>
);

interface ShownProps {
  board: OpenBoard;
  cardId: string;
  field: Field;
  value: FieldValue;
}

function Shown({ board, field, value }: ShownProps) {
  if (field.options.length > 0)
    return chosenIn(field, value).map(({ publicId, name, colour }) => (
      <span key={publicId} class="label" style={{ '--colour': colour }}>
        {name}
      </span>
    ));
  const words = wordsOf(board, field, value);
  return field.type === 'rating' ? (
    <>
      <span aria-hidden="true">{words}</span>
      <span class="unseen">{fieldTexts.stars(Number(value), field.max ?? 5)}</span>
    </>
  ) : (
    <span class="one-line" title={String(words)}>
      {words}
    </span>
  );
}

/** A box is checked by one press, without a picker. */
const Check = ({
  board,
  cardId,
  field,
  value,
}: Omit<ShownProps, 'value'> & { value: FieldValue | undefined }) => (
  <button
    class="property"
    type="button"
    aria-pressed={value === true}
    onClick={() => setValue(board, cardId, field, value === true ? null : true)}
  >
    <Icon of={SquareCheck} />
    <span class="name">{field.name}</span>{' '}
    <span class="value">{value === true ? fieldTexts.yes : <span class="quiet">–</span>}</span>
  </button>
);
