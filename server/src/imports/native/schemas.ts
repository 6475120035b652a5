import { type Static, Type } from 'typebox';
import { Background } from '../../../../contract/board-shapes.ts';
import { caps } from '../../../../contract/caps.ts';
import { cardFields, type FieldKind, type FieldsIn, fieldsIn } from '../../../../contract/card-fields.ts';
import { WebLink } from '../../../../contract/checklists.ts';
import { Cover } from '../../../../contract/cover.ts';
import { FieldTypeName, ShownFieldValues } from '../../../../contract/field-shapes.ts';
import { listTraits } from '../../../../contract/lists.ts';
import { Recurrence, Reminders } from '../../../../contract/recurrence.ts';
import { relationTypes } from '../../../../contract/relation-types.ts';
import { nullable, oneOf } from '../../../../contract/schema.ts';
import { bodyValidator, type Validate } from '../../base/http/validate.ts';
import { mostReactions } from '../../data/comments/reactions.ts';

/* The lines of version 1 (see `docs/export-format.md`), as far as they are read. */

const Id = Type.String({ minLength: 1, maxLength: 64 });
/** An id of what may stand outside of the file: it is looked up in the database. */
const KnownId = Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$' });
const Time = Type.String({ 'x-date-time': true });
const Line = Type.String();
const Count = Type.Integer({ minimum: 0 });

const Person = Type.Object({
  user: nullable(Id),
  member: nullable(Id),
  name: nullable(Line),
  email: nullable(Line),
});

const Board = Type.Object({
  id: Type.Optional(Id),
  name: Line,
  boardType: oneOf(['regular', 'template']),
  visibility: Line,
  access: oneOf(['workspace', 'members']),
  /** Absent in older exports. */
  background: Type.Optional(Background),
  /** A WebP, as the service makes them, in base64; absent in older exports. */
  picture: Type.Optional(
    nullable(Type.String({ pattern: '^UklGR[A-Za-z0-9+/]*={0,2}$', maxLength: 200_000 })),
  ),
  archivedAt: nullable(Time),
});

const BoardMember = Type.Object({ member: Id });

/** Older exports have no `archivedAt`, or not all of what is set of a list. */
const List = Type.Object({
  id: Id,
  name: Line,
  completes: Type.Optional(listTraits.completes),
  colour: Type.Optional(listTraits.colour),
  limit: Type.Optional(listTraits.limit),
  refusesOpenChecks: Type.Optional(listTraits.refusesOpenChecks),
  archivedAt: Type.Optional(nullable(Time)),
});

const Label = Type.Object({ id: Id, name: Line, colourCode: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }) });

const ImportedField = Type.Object({
  id: Id,
  name: Line,
  kind: FieldTypeName,
  options: Type.Optional(
    Type.Array(Type.Object({ id: Id, name: Line, colour: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }) }), {
      maxItems: caps.optionsOfField,
    }),
  ),
  currency: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{3}$' }))),
  max: Type.Optional(nullable(Type.Integer({ minimum: 2, maximum: 10 }))),
  shownOnTile: Type.Optional(Type.Boolean()),
  workspaceFieldPublicId: Type.Optional(nullable(Id)),
});

/** Views and rules have kinds that come later: see `views-and-rules.ts`. */
const View = Type.Object({ name: Line });
const Rule = Type.Object({ name: Line });

const Evidence = Type.Object({
  text: nullable(Type.String({ minLength: 1, maxLength: 500 })),
  link: nullable(WebLink),
  attachment: nullable(Id),
});

const Checklist = Type.Object({
  name: Line,
  items: Type.Array(
    Type.Object({
      title: Line,
      completed: Type.Boolean(),
      dueDate: Type.Optional(nullable(Time)),
      member: Type.Optional(nullable(Id)),
      acceptance: Type.Optional(Type.Boolean()),
      completedAt: Type.Optional(nullable(Time)),
      evidence: Type.Optional(nullable(Evidence)),
    }),
    { maxItems: caps.itemsOfChecklist },
  ),
});

const Attachment = Type.Object({
  id: Type.Optional(Id),
  filename: Type.String({ minLength: 1, maxLength: 255 }),
  originalFilename: Type.String({ minLength: 1, maxLength: 255 }),
  contentType: Type.String({ minLength: 1, maxLength: 255 }),
  size: Count,
  createdBy: nullable(Id),
  createdAt: Time,
  file: Line,
});

/** Exports of older versions lack fields that came later. */
const values = {
  line: Line,
  markdown: Type.Optional(nullable(Line)),
  time: Type.Optional(nullable(Time)),
  date: Type.Optional(nullable(Time)),
  recurrence: Type.Optional(nullable(Recurrence)),
  minutes: Type.Optional(Reminders),
  values: ShownFieldValues,
  cover: Type.Optional(nullable(Cover)),
  flag: Type.Optional(Type.Boolean()),
} satisfies Record<FieldKind, unknown>;

const fields = Object.fromEntries(
  fieldsIn('import').map((name) => [name, values[cardFields[name].kind]]),
) as { [F in FieldsIn<'import'>]: (typeof values)[(typeof cardFields)[F]['kind']] };

const Card = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  list: Id,
  ...fields,
  fields: ShownFieldValues,
  createdBy: nullable(Id),
  createdAt: Time,
  archivedAt: nullable(Time),
  labels: Type.Array(Id, { maxItems: caps.labelsOfBoard }),
  members: Type.Array(Id, { maxItems: caps.membersOfWorkspace }),
  checklists: Type.Array(Checklist, { maxItems: caps.checklistsOfCard }),
  attachments: Type.Array(Attachment, { maxItems: caps.attachmentsOfCard }),
  relations: Type.Optional(
    Type.Array(Type.Object({ type: oneOf(relationTypes), card: KnownId, board: KnownId }), {
      maxItems: caps.relationsOfCard,
    }),
  ),
});

const Comment = Type.Object({
  card: Id,
  text: Line,
  createdBy: nullable(Id),
  createdAt: Time,
  updatedAt: nullable(Time),
  // Exports of older versions lack these.
  id: Type.Optional(Id),
  replyTo: Type.Optional(nullable(Id)),
  reactions: Type.Optional(
    Type.Array(Type.Object({ emoji: Line, users: Type.Array(Id, { maxItems: mostReactions }) }), {
      maxItems: mostReactions,
    }),
  ),
});

const Activity = Type.Object({ card: Id, activity: Line });

const End = Type.Object({ cards: Count, comments: Count, activities: Count, attachments: Count });

const schemas = {
  person: Person,
  board: Board,
  boardMember: BoardMember,
  list: List,
  label: Label,
  field: ImportedField,
  view: View,
  rule: Rule,
  card: Card,
  comment: Comment,
  activity: Activity,
  end: End,
};

type Schemas = typeof schemas;

export type LineType = keyof Schemas;
export type LineOf<T extends LineType> = Static<Schemas[T]>;

/** Returns the issue with a line of this type, or undefined. */
export function issueOf(type: LineType, line: unknown): string | undefined {
  const validate = validators[type];
  if (validate(line)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath.slice(1) || type} ${error?.message ?? 'is not as it should be'}`;
}

export const isLineType = (type: unknown): type is LineType =>
  typeof type === 'string' && Object.hasOwn(schemas, type);

const validators = Object.fromEntries(
  Object.entries(schemas).map(([type, schema]) => [type, bodyValidator(schema)]),
) as Record<LineType, Validate>;

/** Whether a value is the manifest of an export. */
export const isManifest: (value: unknown) => value is { format: string; version: number } = (
  value,
): value is { format: string; version: number } => manifest(value);

const manifest = bodyValidator(Type.Object({ format: Type.String(), version: Type.Integer() }));
