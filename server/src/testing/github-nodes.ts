/* Test data for the fake GitHub of `github.ts`, converted to nodes of its GraphQL schema. */

export interface GivenProject {
  id: string;
  title: string;
  closed?: boolean;
  readme?: string;
  fields?: GivenField[];
  items?: GivenItem[];
}

export interface GivenField {
  id: string;
  name: string;
  dataType: 'SINGLE_SELECT' | 'DATE' | 'TEXT' | 'NUMBER' | 'TITLE' | 'ITERATION' | 'MILESTONE';
  /** Name and colour; the id is the name in lower case. */
  options?: [name: string, color: string][];
  /** The id is the title in lower case. */
  iterations?: GivenIteration[];
}

interface GivenIteration {
  title: string;
  startDate: string;
  duration: number;
  completed?: boolean;
}

export interface GivenItem {
  kind?: 'Issue' | 'PullRequest' | 'DraftIssue' | 'REDACTED';
  title: string;
  body?: string;
  createdAt?: string;
  archived?: boolean;
  /** When the item was last changed. */
  updatedAt?: string;
  /** By default `acme/app`, and the item's position in the project, from 1. */
  repository?: string;
  number?: number;
  /** Login and, if public, email address; null for a deleted account. */
  author?: GivenPerson | null;
  /** By field id: a text, a number, a date, the id of an option, or an iteration. */
  values?: Record<string, string | number | GivenIteration>;
  /** Name and colour. */
  labels?: [name: string, color: string][];
  assignees?: GivenPerson[];
  comments?: GivenComment[];
  state?: 'OPEN' | 'CLOSED' | 'MERGED';
  stateReason?: 'COMPLETED' | 'NOT_PLANNED';
  closedAt?: string;
  isDraft?: boolean;
  milestone?: { title: string; dueOn?: string };
  parent?: GivenMention;
  subIssues?: GivenMention[];
  /** Pull requests that close an issue, or issues that a pull request closes. */
  closedBy?: GivenMention[];
  closes?: GivenMention[];
  /** Logins of requested reviewers, with the prefix `team:` for teams. */
  requests?: string[];
  reviews?: (GivenComment & { state: string })[];
  threads?: number;
  reactions?: number;
}

type GivenPerson = [login: string, email: string];

interface GivenComment {
  body: string;
  author?: GivenPerson | null;
  createdAt: string;
  editedAt?: string;
}

/** A referenced issue or pull request: number, title, state. */
type GivenMention = [number: number, title: string, state: 'OPEN' | 'CLOSED' | 'MERGED'];

interface Given {
  projects: readonly GivenProject[];
  organisations: readonly { id: string; projects: GivenProject[] }[];
}

export const viewerOf = ({ projects, organisations }: Given, login: string) => ({
  login,
  projectsV2: connection(projects.map(projectNode)),
  organizations: connection(organisations.map(organisationNode)),
});

export function nodeOf(given: Given, id: string): unknown {
  const projects = [...given.projects, ...given.organisations.flatMap((each) => each.projects)];
  const known = projects.find((project) => id === project.id || id.startsWith(`${project.id}-item-`));
  const organisation = given.organisations.find((each) => each.id === id);
  const node = known ? projectNode(known) : organisation && organisationNode(organisation);
  const found = node?.id === id ? node : known && insideOf(known).find((each) => each.id === id);
  if (!found) throw new Error(`Could not resolve to a node with the global id of '${id}'`);
  return found;
}

const organisationNode = ({ id, projects }: Given['organisations'][number]) => ({
  __typename: 'Organization',
  id,
  projectsV2: connection(projects.map(projectNode)),
});

const itemsOf = ({ id, fields = [], items = [] }: GivenProject) =>
  items.map((item, index) => itemNode(fields, item, `${id}-item-${index}`, index + 1));

const insideOf = (project: GivenProject) =>
  itemsOf(project).flatMap((item) => [item, ...(item.content ? [item.content] : [])]);

function projectNode(project: GivenProject) {
  const { id, title, closed = false, readme = '', fields = [] } = project;
  return {
    __typename: 'ProjectV2',
    id,
    title,
    closed,
    readme,
    shortDescription: '',
    url: 'https://github.com/orgs/acme/projects/1',
    fields: connection(fields.map(fieldNode)),
    items: (page: Page) => connection(itemsOf(project))(page),
    views: connection(['one']),
    statusUpdates: connection([]),
  };
}

const iterationNodes = (all: GivenIteration[], isCompleted: boolean) =>
  all
    .filter(({ completed = false }) => completed === isCompleted)
    .map(({ completed: _completed, ...each }) => ({ id: each.title.toLowerCase(), ...each }));

const fieldNode = ({ id, name, dataType, options, iterations = [] }: GivenField) => ({
  __typename: options
    ? 'ProjectV2SingleSelectField'
    : `ProjectV2${dataType === 'ITERATION' ? 'Iteration' : ''}Field`,
  id,
  name,
  dataType,
  options: options?.map(([name, color]) => ({ id: name.toLowerCase(), name, color, description: '' })),
  configuration: {
    iterations: iterationNodes(iterations, false),
    completedIterations: iterationNodes(iterations, true),
  },
});

const valueTypes = {
  SINGLE_SELECT: 'SingleSelect',
  DATE: 'Date',
  TEXT: 'Text',
  NUMBER: 'Number',
  TITLE: 'Text',
  ITERATION: 'Iteration',
  MILESTONE: 'Milestone',
};

const personNode = (person: GivenPerson | null | undefined) =>
  person && { __typename: 'User', login: person[0], name: null, email: person[1] };

const mentionNode =
  (kind: 'Issue' | 'PullRequest', repository: string) =>
  ([number, title, state]: GivenMention) => ({
    __typename: kind,
    number,
    title,
    state,
    url: addressOf(kind, repository, number),
    repository: { nameWithOwner: repository },
  });

const addressOf = (kind: string, repository: string, number: number): string =>
  `https://github.com/${repository}/${kind === 'PullRequest' ? 'pull' : 'issues'}/${number}`;

const commentNode = ({ body, author = ['octo-ada', ''], createdAt, editedAt }: GivenComment) => ({
  body,
  createdAt,
  lastEditedAt: editedAt ?? null,
  author: personNode(author),
});

function itemNode(fields: readonly GivenField[], given: GivenItem, id: string, place: number) {
  const { createdAt = defaultTime, archived = false, updatedAt = createdAt } = given;
  return {
    __typename: 'ProjectV2Item',
    id,
    isArchived: archived,
    createdAt,
    updatedAt,
    fieldValues: connection(fields.flatMap((field) => valueNode(field, given) ?? [])),
    content: given.kind === 'REDACTED' ? null : contentNode(given, `${id}-content`, place),
  };
}

const defaultTime = '2025-03-04T05:06:07Z';

function valueNode(field: GivenField, { title, values }: GivenItem) {
  const value = field.dataType === 'TITLE' ? title : values?.[field.id];
  if (value === undefined) return undefined;
  return {
    __typename: `ProjectV2ItemField${valueTypes[field.dataType]}Value`,
    field: fieldNode(field),
    ...(typeof value === 'object'
      ? { ...value, iterationId: value.title.toLowerCase() }
      : { optionId: value, date: value, text: value, number: value }),
  };
}

function contentNode(given: GivenItem, id: string, place: number) {
  const { kind = 'Issue', title, body = '', createdAt = defaultTime, author = ['octo-ada', ''] } = given;
  const { repository = 'acme/app', number = place, state = 'OPEN' } = given;
  const url = addressOf(kind, repository, number);
  const { milestone, parent, closedAt = null } = given;
  const mentions = (of: 'Issue' | 'PullRequest', all: GivenMention[] = []) =>
    connection(all.map(mentionNode(of, repository)));
  return {
    __typename: kind,
    id,
    title,
    body,
    createdAt,
    author: personNode(author),
    creator: personNode(author),
    assignees: connection((given.assignees ?? []).map(personNode)),
    labels: connection((given.labels ?? []).map(([name, color]) => ({ name, color, description: null }))),
    number,
    url,
    repository: { nameWithOwner: repository },
    milestone: milestone && { ...milestone, url: `https://github.com/${repository}/milestone/1` },
    comments: connection((given.comments ?? []).map(commentNode)),
    reactions: connection(Array.from({ length: given.reactions ?? 0 })),
    state,
    stateReason: given.stateReason ?? null,
    closedAt,
    parent: parent && mentionNode('Issue', repository)(parent),
    subIssues: mentions('Issue', given.subIssues),
    closedByPullRequestsReferences: mentions('PullRequest', given.closedBy),
    isDraft: given.isDraft ?? false,
    mergedAt: state === 'MERGED' ? closedAt : null,
    reviewRequests: connection((given.requests ?? []).map(requestNode)),
    reviews: connection(
      (given.reviews ?? []).map(({ state, ...review }) => ({
        ...commentNode(review),
        state,
        submittedAt: review.createdAt,
      })),
    ),
    reviewThreads: connection(Array.from({ length: given.threads ?? 0 })),
    closingIssuesReferences: mentions('Issue', given.closes),
  };
}

const requestNode = (name: string) => ({
  requestedReviewer: name.startsWith('team:') ? { __typename: 'Team' } : { __typename: 'User', login: name },
});

interface Page {
  first?: number;
  after?: string | null;
}

/** A connection like GitHub's: the page size is required, and at most a hundred nodes. */
const connection =
  <T>(all: readonly T[]) =>
  ({ first, after }: Page) => {
    const start = after ? Number(Buffer.from(after, 'base64').toString()) : 0;
    const end = start + (first ?? 0);
    const endCursor = Buffer.from(String(end)).toString('base64');
    const paged = <P>(part: P) => {
      if (!first || first > 100) throw new Error('`first` must be 1 to 100');
      return part;
    };
    return {
      totalCount: all.length,
      nodes: () => paged(all.slice(start, end)),
      pageInfo: () => paged({ hasNextPage: end < all.length, endCursor }),
    };
  };
