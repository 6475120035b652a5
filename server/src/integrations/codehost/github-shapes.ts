import { type Static, type TSchema, Type } from 'typebox';
import { nullable } from '../../../../contract/schema.ts';

/*
 * The schemas of GitHub's replies. A node is null if the token may not read it, and has no fields if it is of another type than
 * the requested one.
 */

const maybe = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

const Time = Type.String({ 'x-date-time': true });

/** A page of a GraphQL connection. */
const connection = <T extends TSchema>(node: T) =>
  Type.Object({
    totalCount: Type.Optional(Type.Integer()),
    nodes: nullable(Type.Array(nullable(node))),
    pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: nullable(Type.String()) }),
  });

const nodeWith = <const K extends string, T extends TSchema>(key: K, schema: T) =>
  Type.Object({
    node: nullable(Type.Object({ [key]: maybe(schema) } as { [P in K]: ReturnType<typeof maybe<T>> })),
  });

const ReplyError = Type.Object({
  type: maybe(Type.String()),
  message: Type.String(),
  path: maybe(Type.Array(Type.Union([Type.String(), Type.Number()]))),
});

export type ReplyError = Static<typeof ReplyError>;

export const Envelope = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: maybe(Type.Array(ReplyError)),
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

const Counted = maybe(Type.Object({ totalCount: Type.Integer() }));

export const ProjectHead = Type.Object({
  node: nullable(
    Type.Object({
      __typename: Type.String(),
      title: Type.Optional(Type.String()),
      url: maybe(Type.String()),
      readme: maybe(Type.String()),
      shortDescription: maybe(Type.String()),
      items: Counted,
      views: Counted,
      statusUpdates: Counted,
    }),
  ),
});

const Iteration = Type.Object({
  id: Type.String(),
  title: Type.String(),
  startDate: Type.String(),
  duration: Type.Integer(),
});

/** A period of some days, from a first one on. */
export type Iteration = Static<typeof Iteration>;

const ProjectField = Type.Object({
  id: Type.String(),
  name: Type.String(),
  dataType: Type.String(),
  options: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        color: Type.String(),
        description: maybe(Type.String()),
      }),
    ),
  ),
  configuration: maybe(
    Type.Object({ iterations: Type.Array(Iteration), completedIterations: Type.Array(Iteration) }),
  ),
});

/** A field of a project; `options` are those of a single-select field, `configuration` is that of one of iterations. */
export type ProjectField = Static<typeof ProjectField>;
export const ProjectFields = nodeWith('fields', connection(ProjectField));

/** The value of a field; which properties it has depends on the kind of field. */
const Value = Type.Object({
  field: maybe(Type.Object({ id: Type.Optional(Type.String()) })),
  optionId: maybe(Type.String()),
  iterationId: maybe(Type.String()),
  date: maybe(Type.String()),
  number: maybe(Type.Number()),
  text: maybe(Type.String()),
  title: maybe(Type.String()),
  startDate: maybe(Type.String()),
  duration: maybe(Type.Integer()),
});

export type Value = Static<typeof Value>;

const Person = Type.Object({ login: Type.String(), name: maybe(Type.String()), email: maybe(Type.String()) });

/** Null for an account that was deleted. */
export type Person = Static<typeof Person>;

const Labels = connection(
  Type.Object({
    name: Type.String(),
    color: Type.String({ pattern: '^[0-9a-fA-F]{6}$' }),
    description: maybe(Type.String()),
  }),
);

const Mention = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  repository: Type.Object({ nameWithOwner: Type.String() }),
  /** `state` of an issue, `pullState` of a pull request. */
  state: maybe(Type.String()),
  pullState: maybe(Type.String()),
});

export type Mention = Static<typeof Mention>;

const Comment = Type.Object({
  body: Type.String(),
  createdAt: Time,
  lastEditedAt: maybe(Time),
  author: maybe(Person),
  /** Of a review. */
  submittedAt: maybe(Time),
  reviewState: maybe(Type.String()),
});

export type Comment = Static<typeof Comment>;

const Request = Type.Object({
  requestedReviewer: maybe(Type.Object({ __typename: Type.String(), login: maybe(Type.String()) })),
});

/** The connections of an item; further pages of a long one have the same schema. */
const Values = connection(Value);
const People = connection(Person);
const Mentions = connection(Mention);
const Comments = connection(Comment);
const Requests = connection(Request);

/** Fields that drafts, issues or pull requests lack are optional. */
const Content = Type.Object({
  __typename: Type.String(),
  id: Type.String(),
  title: Type.String(),
  body: Type.String(),
  createdAt: Time,
  author: maybe(Person),
  assignees: People,
  number: maybe(Type.Integer()),
  url: maybe(Type.String()),
  closedAt: maybe(Time),
  repository: maybe(Type.Object({ nameWithOwner: Type.String() })),
  milestone: maybe(Type.Object({ title: Type.String(), url: Type.String(), dueOn: maybe(Time) })),
  labels: maybe(Labels),
  comments: maybe(Comments),
  reactions: Counted,
  state: maybe(Type.String()),
  stateReason: maybe(Type.String()),
  parent: maybe(Mention),
  subIssues: maybe(Mentions),
  closedBy: maybe(Mentions),
  pullState: maybe(Type.String()),
  isDraft: maybe(Type.Boolean()),
  mergedAt: maybe(Time),
  reviewRequests: maybe(Requests),
  reviews: maybe(Comments),
  reviewThreads: Counted,
  closes: maybe(Mentions),
});

const Item = Type.Object({
  id: Type.String(),
  isArchived: Type.Boolean(),
  updatedAt: maybe(Time),
  fieldValues: Values,
  /** Null if the token may not read it; without fields if its type is unknown. */
  content: nullable(Content),
});

export type Content = Static<typeof Content>;
export type Item = Static<typeof Item>;
export const Items = nodeWith('items', connection(Item));
export const RestOfValues = nodeWith('fieldValues', Values);
export const RestOfLabels = nodeWith('labels', Labels);
export const RestOfAssignees = nodeWith('assignees', People);
export const RestOfComments = nodeWith('comments', Comments);
export const RestOfSubIssues = nodeWith('subIssues', Mentions);
export const RestOfClosedBy = nodeWith('closedBy', Mentions);
export const RestOfCloses = nodeWith('closes', Mentions);
export const RestOfRequests = nodeWith('reviewRequests', Requests);
export const RestOfReviews = nodeWith('reviews', Comments);
