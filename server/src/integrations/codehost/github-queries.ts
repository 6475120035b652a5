/*
 * The GraphQL queries for GitHub. Only the first part of connections that are nearly always short is requested with an item; the
 * rest of a long one is fetched by `rest…`. A test checks every query against GitHub's published schema and its node limit.
 */

const page = 'pageInfo { hasNextPage endCursor }';
const paged = 'first: $first, after: $after';

export const whoami = 'query Whoami { viewer { login } }';

export const ownProjects = `query OwnProjects($first: Int!, $after: String) {
  viewer { projectsV2(${paged}) { ${page} nodes { id title closed } } }
}`;

export const organisations = `query Organisations($first: Int!, $after: String) {
  viewer { organizations(${paged}) { ${page} nodes { id } } }
}`;

export const organisationProjects = `query OrganisationProjects($id: ID!, $first: Int!, $after: String) {
  node(id: $id) { ... on Organization { projectsV2(${paged}) { ${page} nodes { id title closed } } } }
}`;

export const project = `query Project($id: ID!) {
  node(id: $id) {
    __typename
    ... on ProjectV2 {
      title url readme shortDescription
      items { totalCount }
      views { totalCount }
      statusUpdates { totalCount }
    }
  }
}`;

const iteration = 'id title startDate duration';

export const projectFields = `query ProjectFields($id: ID!, $first: Int!, $after: String) {
  node(id: $id) {
    ... on ProjectV2 {
      fields(${paged}) {
        ${page}
        nodes {
          ... on ProjectV2FieldCommon { id name dataType }
          ... on ProjectV2SingleSelectField { options { id name color description } }
          ... on ProjectV2IterationField {
            configuration { iterations { ${iteration} } completedIterations { ${iteration} } }
          }
        }
      }
    }
  }
}`;

const person = 'login ... on User { name email }';
const people = `{ ${page} nodes { login name email } }`;
const labels = `{ ${page} nodes { name color description } }`;
/** An issue or a pull request that another one refers to. */
const mention = 'number title url repository { nameWithOwner }';
const issues = `{ ${page} nodes { ${mention} state } }`;
const pullRequests = `{ ${page} nodes { ${mention} pullState: state } }`;
const comments = `{ ${page} nodes { body createdAt lastEditedAt author { ${person} } } }`;
const reviews = `{ ${page} nodes { body createdAt submittedAt lastEditedAt reviewState: state author { ${person} } } }`;
/** Names of teams need a scope that many tokens lack; without it, GitHub would refuse the whole query. */
const requests = `{
  ${page}
  nodes {
    requestedReviewer {
      __typename
      ... on User { login }
      ... on Bot { login }
      ... on Mannequin { login }
    }
  }
}`;

/** Values of other kinds repeat data of the issue or pull request. */
const values = `{
  ${page}
  nodes {
    ... on ProjectV2ItemFieldValueCommon { field { ... on ProjectV2FieldCommon { id } } }
    ... on ProjectV2ItemFieldSingleSelectValue { optionId }
    ... on ProjectV2ItemFieldDateValue { date }
    ... on ProjectV2ItemFieldNumberValue { number }
    ... on ProjectV2ItemFieldTextValue { text }
    ... on ProjectV2ItemFieldIterationValue { iterationId title startDate duration }
  }
}`;

/** The selection for both issues and pull requests. */
const shared = `
  id title body createdAt number url closedAt
  author { ${person} }
  repository { nameWithOwner }
  milestone { title url dueOn }
  assignees(first: 20) ${people}
  labels(first: 50) ${labels}
  comments(first: 20) ${comments}
  reactions { totalCount }`;

export const items = `query Items($id: ID!, $first: Int!, $after: String) {
  node(id: $id) {
    ... on ProjectV2 {
      items(${paged}) {
        totalCount
        ${page}
        nodes {
          id
          isArchived
          updatedAt
          fieldValues(first: 50) ${values}
          content {
            __typename
            ... on DraftIssue { id title body createdAt author: creator { ${person} } assignees(first: 20) ${people} }
            ... on Issue {
              ${shared}
              state
              stateReason
              parent { ${mention} }
              subIssues(first: 20) ${issues}
              closedBy: closedByPullRequestsReferences(first: 10, includeClosedPrs: true) ${pullRequests}
            }
            ... on PullRequest {
              ${shared}
              pullState: state
              isDraft
              mergedAt
              reviewRequests(first: 20) ${requests}
              reviews(first: 20) ${reviews}
              reviewThreads { totalCount }
              closes: closingIssuesReferences(first: 10) ${issues}
            }
          }
        }
      }
    }
  }
}`;

/** A query for the rest of a connection of a node. */
const rest = (name: string, selection: string): string =>
  `query RestOf${name}($id: ID!, $first: Int!, $after: String) { node(id: $id) { ${selection} } }`;

export const restOfValues = rest('Values', `... on ProjectV2Item { fieldValues(${paged}) ${values} }`);

export const restOfLabels = rest('Labels', `... on Labelable { labels(${paged}) ${labels} }`);

export const restOfAssignees = rest(
  'Assignees',
  `... on Assignable { assignees(${paged}) ${people} } ... on DraftIssue { assignees(${paged}) ${people} }`,
);

export const restOfComments = rest(
  'Comments',
  `... on Issue { comments(${paged}) ${comments} } ... on PullRequest { comments(${paged}) ${comments} }`,
);

export const restOfSubIssues = rest('SubIssues', `... on Issue { subIssues(${paged}) ${issues} }`);

export const restOfClosedBy = rest(
  'ClosedBy',
  `... on Issue { closedBy: closedByPullRequestsReferences(${paged}, includeClosedPrs: true) ${pullRequests} }`,
);

export const restOfCloses = rest(
  'Closes',
  `... on PullRequest { closes: closingIssuesReferences(${paged}) ${issues} }`,
);

export const restOfRequests = rest('Requests', `... on PullRequest { reviewRequests(${paged}) ${requests} }`);

export const restOfReviews = rest('Reviews', `... on PullRequest { reviews(${paged}) ${reviews} }`);
