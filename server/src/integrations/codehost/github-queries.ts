/*
 * What is asked of GitHub, in its GraphQL. Connections that are nearly always short are asked for a part; the rest
 * of a long one is fetched by `rest…`. A test holds every query against GitHub's published schema.
 */

const page = 'pageInfo { hasNextPage endCursor }';

export const whoami = 'query Whoami { viewer { login } }';

export const ownProjects = `query OwnProjects($after: String) {
  viewer { projectsV2(first: 100, after: $after) { ${page} nodes { id title closed } } }
}`;

export const organisations = `query Organisations($after: String) {
  viewer { organizations(first: 100, after: $after) { ${page} nodes { id } } }
}`;

export const organisationProjects = `query OrganisationProjects($id: ID!, $after: String) {
  node(id: $id) {
    ... on Organization { projectsV2(first: 100, after: $after) { ${page} nodes { id title closed } } }
  }
}`;

export const project = `query Project($id: ID!) {
  node(id: $id) { __typename ... on ProjectV2 { title } }
}`;

export const projectFields = `query ProjectFields($id: ID!, $after: String) {
  node(id: $id) {
    ... on ProjectV2 {
      fields(first: 100, after: $after) {
        ${page}
        nodes {
          ... on ProjectV2FieldCommon { id name dataType }
          ... on ProjectV2SingleSelectField { options { id name color } }
        }
      }
    }
  }
}`;

const people = `{ ${page} nodes { login email } }`;
const labels = `{ ${page} nodes { name color } }`;
const field = 'field { ... on ProjectV2FieldCommon { id } }';
const values = `{
  ${page}
  nodes {
    ... on ProjectV2ItemFieldValueCommon { ${field} }
    ... on ProjectV2ItemFieldSingleSelectValue { optionId }
    ... on ProjectV2ItemFieldDateValue { date }
    ... on ProjectV2ItemFieldMilestoneValue { ${field} }
    ... on ProjectV2ItemFieldReviewerValue { ${field} }
  }
}`;

export const items = `query Items($id: ID!, $after: String) {
  node(id: $id) {
    ... on ProjectV2 {
      items(first: 100, after: $after) {
        ${page}
        nodes {
          id
          isArchived
          createdAt
          fieldValues(first: 50) ${values}
          content {
            ... on DraftIssue { id title body createdAt assignees(first: 20) ${people} }
            ... on Issue { id title body createdAt assignees(first: 20) ${people} labels(first: 50) ${labels} }
            ... on PullRequest {
              id title body createdAt assignees(first: 20) ${people} labels(first: 50) ${labels}
            }
          }
        }
      }
    }
  }
}`;

export const restOfValues = `query RestOfValues($id: ID!, $after: String) {
  node(id: $id) { ... on ProjectV2Item { fieldValues(first: 100, after: $after) ${values} } }
}`;

export const restOfLabels = `query RestOfLabels($id: ID!, $after: String) {
  node(id: $id) { ... on Labelable { labels(first: 100, after: $after) ${labels} } }
}`;

export const restOfAssignees = `query RestOfAssignees($id: ID!, $after: String) {
  node(id: $id) {
    ... on Assignable { assignees(first: 100, after: $after) ${people} }
    ... on DraftIssue { assignees(first: 100, after: $after) ${people} }
  }
}`;
