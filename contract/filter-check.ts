import { Type } from 'typebox';
import { problemTexts } from './filter/problems.ts';
import { operation } from './operation.ts';
import { Count, nullable, oneOf, PublicId } from './schema.ts';
import { manyLines } from './text-patterns.ts';

const place = {
  position: Count('Where it begins in the filter, in UTF-16 code units from 0'),
  length: Count('How long it is, in UTF-16 code units; 0 where something is missing'),
};

const problemCodes = Object.keys(problemTexts) as (keyof typeof problemTexts)[];

export const filters = {
  check: operation({
    id: 'checkFilter',
    method: 'GET',
    path: '/filters/check',
    tag: 'Cards',
    summary: 'Check a filter',
    description:
      'Whether a filter can be read, and what is wrong with it. With `boardPublicId`, names that do not exist on that board are ' +
      'listed as warnings: they match no card. Terms next to each other must all match, `OR` stands between alternatives, ' +
      '`-` excludes, parentheses group, and values with commas are alternatives: ' +
      '`label:bug,"to do" -label:later due:<7d (@me OR is:overdue) "a phrase" sort:due`. There are `text:`, `title:`, ' +
      '`description:`, `label:`, `member:` (or `@name`, `@me`), `list:`, `board:`, `creator:`, `due:`, `start:`, `created:`, ' +
      '`updated:`, `completed:` (`today`, `<7d`, `>2w`, `>=2026-12-01`, `2026-12-01..2026-12-24`, `week`, `month`, `none`), ' +
      '`is:` (open, done, overdue, archived, blocked, blocking, parent, child), `has:` and `no:`, `number:`, `items:`, `comments:`, ' +
      '`attachments:`, the names of fields of the board (`Cost:>100`, `"Story points":3..8`, `Stage:none`) and `sort:`. ' +
      'Everything is described in `docs/filters.md`.',
    query: Type.Object({
      filter: Type.String({
        maxLength: 4000,
        pattern: manyLines,
        description: 'The filter',
        example: 'label:bug due:<7d is:open',
      }),
      boardPublicId: Type.Optional(PublicId('The board on which names are looked for')),
    }),
    reply: Type.Object({
      valid: Type.Boolean({ description: 'Whether it can be read' }),
      error: nullable(
        Type.Object(
          {
            code: oneOf(problemCodes, { description: 'What is wrong', example: 'unknown-key' }),
            message: Type.String({
              description: 'The same in English',
              example: 'the parenthesis is never closed',
            }),
            ...place,
          },
          { description: 'What is wrong with it; null if it is valid' },
        ),
      ),
      warnings: Type.Array(
        Type.Object({
          message: Type.String({ example: 'no label here is called “bug”' }),
          ...place,
        }),
        { description: 'What it names that does not exist' },
      ),
    }),
    errors: [400, 401, 403],
    access: 'user',
  }),
};
