import { type Static, type TSchema, Type } from 'typebox';
import { nullable } from '../../../../contract/schema.ts';

/*
 * What GitHub's answers must be for us to read them. A node is null where the token may not read it, and without its
 * parts where it is of another type than the one that was asked for.
 */

const maybe = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** A page of a GraphQL connection. */
const connection = <T extends TSchema>(node: T) =>
  Type.Object({
    nodes: nullable(Type.Array(nullable(node))),
    pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: nullable(Type.String()) }),
  });

const nodeWith = <const K extends string, T extends TSchema>(key: K, schema: T) =>
  Type.Object({
    node: nullable(Type.Object({ [key]: maybe(schema) } as { [P in K]: ReturnType<typeof maybe<T>> })),
  });

export const Envelope = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: maybe(Type.Array(Type.Object({ type: maybe(Type.String()), message: Type.String() }))),
});

export const Viewer = Type.Object({ viewer: Type.Object({ login: Type.String({ minLength: 1 }) }) });

const ListedProjects = connection(
  Type.Object({ id: Type.String(), title: Type.String(), closed: Type.Boolean() }),
);
export const OwnProjects = Type.Object({ viewer: Type.Object({ projectsV2: ListedProjects }) });
export const Organisations = Type.Object({
  viewer: Type.Object({ organizations: connection(Type.Object({ id: Type.String() })) }),
});
export const OrganisationProjects = nodeWith('projectsV2', ListedProjects);

export const ProjectHead = Type.Object({
  node: nullable(Type.Object({ __typename: Type.String(), title: Type.Optional(Type.String()) })),
});

const ProjectField = Type.Object({
  id: Type.String(),
  name: Type.String(),
  dataType: Type.String(),
  options: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), name: Type.String(), color: Type.String() })),
  ),
});

/** A field of a project; `options` are those of a single-select field. */
export type ProjectField = Static<typeof ProjectField>;
export const ProjectFields = nodeWith('fields', connection(ProjectField));

/** The value of a field; its parts are absent where the kind of field has none. */
const Values = connection(
  Type.Object({
    field: maybe(Type.Object({ id: Type.Optional(Type.String()) })),
    optionId: maybe(Type.String()),
    date: maybe(Type.String()),
  }),
);
const Labels = connection(
  Type.Object({ name: Type.String(), color: Type.String({ pattern: '^[0-9a-fA-F]{6}$' }) }),
);
const Assignees = connection(Type.Object({ login: Type.String(), email: Type.String() }));

const Content = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String(),
  createdAt: Type.String({ 'x-date-time': true }),
  assignees: Assignees,
  /** Absent on a draft. */
  labels: maybe(Labels),
});

const Item = Type.Object({
  id: Type.String(),
  isArchived: Type.Boolean(),
  fieldValues: Values,
  /** Null where the token may not read it. */
  content: nullable(Content),
});

export type Content = Static<typeof Content>;
export type Item = Static<typeof Item>;
export const Items = nodeWith('items', connection(Item));
export const RestOfValues = nodeWith('fieldValues', Values);
export const RestOfLabels = nodeWith('labels', Labels);
export const RestOfAssignees = nodeWith('assignees', Assignees);
