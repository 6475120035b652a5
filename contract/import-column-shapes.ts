import { Type } from 'typebox';
import { columnUses, mappingForm } from './import-columns.ts';
import { Count, named, oneOf } from './schema.ts';

/** What a request says of the columns of a table. */
export const Mapping = Type.Optional(
  Type.String({
    maxLength: 8000,
    pattern: mappingForm,
    description:
      'Of a table (`csv`): columns that become something else than is guessed, each as its `column` and what it is to become, as ' +
      '`POST /imports/files/columns` lists them',
    example: '0:title,4:field-number,7:leave-out',
  }),
);

const Use = oneOf(columnUses, {
  description:
    'What a column becomes. `number` is the number of the card, or its key over there (`WEB-12`); `key` only identifies a ' +
    'row for others that name it as their parent. Of several columns for a description the first is its text, and the others ' +
    'follow with their headings, as `detail` and `link` do in a list. `field` is a field whose type the values suggest, ' +
    'and `leave-out` nothing',
  example: 'field-number',
});

/** The columns of a table. */
export const ImportColumns = named(
  'ImportColumns',
  Type.Object({
    program: Type.String({
      description: 'Which program wrote the table; empty if it is unknown',
      example: 'Jira',
    }),
    rows: Count('Number of rows that were read'),
    empty: Count('Number of columns without values, which are left out'),
    columns: Type.Array(
      Type.Object({
        column: Count('Its place in the table, from 0; columns with the same heading are one'),
        heading: Type.String({ example: 'Story Points' }),
        values: Count('Number of its values'),
        samples: Type.Array(Type.String(), { description: 'Up to five of them, cut to 100 characters' }),
        use: Use,
        choices: Type.Array(Use, { description: 'What its values allow it to become' }),
      }),
      { description: 'Columns with values, in order, up to 200' },
    ),
  }),
);
