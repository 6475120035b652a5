import type { Static } from 'typebox';
import type { Project } from '../../data/integrations/fragments.ts';
import type { Ask } from '../ask.ts';
import type { CodeHost, Reading } from '../provider.ts';
import { type GitHubClient, githubClient, ScopeMissing } from './github-client.ts';
import { type Fields, fieldsOf } from './github-fields.ts';
import { ItemReader } from './github-items.ts';
import * as queries from './github-queries.ts';
import * as shapes from './github-shapes.ts';
import { issueLink } from './github-text.ts';

/** GitHub Projects (v2), over GraphQL. `apiUrl` is the base address of the API. */
export function github(ask: Ask, apiUrl: string): CodeHost {
  const client = (token: string, reading?: Reading) =>
    githubClient(ask, graphqlAddress(apiUrl), token, reading);
  return {
    name: 'GitHub',
    async account(token) {
      const { viewer } = await client(token).query(queries.whoami, {}, shapes.Viewer);
      return viewer.login;
    },
    projects: (token) => projectsOf(client(token)),
    project: (token, id, reading) => projectOf(client(token, reading), id, reading),
  };
}

/** GitHub Enterprise Server serves REST under `/api/v3` and GraphQL under `/api/graphql`. */
export const graphqlAddress = (apiUrl: string): string =>
  apiUrl.endsWith('/graphql') ? apiUrl : `${apiUrl.replace(/\/api\/v3$/, '/api')}/graphql`;

/** The projects of an organisation that does not admit the token. */
const nothing = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

async function projectsOf({ pages }: GitHubClient): Promise<{ id: string; name: string }[]> {
  const found = await pages({
    query: queries.ownProjects,
    variables: {},
    schema: shapes.OwnProjects,
    pick: (data) => data.viewer.projectsV2,
  });
  const asked = pages({
    query: queries.organisations,
    variables: {},
    schema: shapes.Organisations,
    pick: (data) => data.viewer.organizations,
  });
  // Without the scope for organisations, a token still reads the account's own projects.
  const organisations = await asked.catch((error: unknown) => {
    if (error instanceof ScopeMissing) return [];
    throw error;
  });
  for (const organisation of organisations) {
    if (!organisation) continue;
    const theirs = await pages({
      query: queries.organisationProjects,
      variables: { id: organisation.id },
      schema: shapes.OrganisationProjects,
      pick: (data) => data.node?.projectsV2 ?? nothing,
    });
    found.push(...theirs);
  }
  return found.flatMap((project) =>
    project && !project.closed ? [{ id: project.id, name: project.title }] : [],
  );
}

async function projectOf(client: GitHubClient, id: string, reading: Reading): Promise<Project | undefined> {
  const { node } = await client.query(queries.project, { id }, shapes.ProjectHead);
  if (node?.__typename !== 'ProjectV2') return undefined;
  const found = await client.pages({
    query: queries.projectFields,
    variables: { id },
    schema: shapes.ProjectFields,
    pick: (data) => data.node?.fields,
  });
  const fields = fieldsOf(found.filter((field) => field !== null));
  reportProject(node, fields, reading);
  return {
    name: node.title ?? '',
    statuses: (fields.status?.options ?? []).map(({ id, name }) => ({ id, name })),
    fields: [...fields.own.values()].map(({ names: _names, ...field }) => field),
    total: node.items?.totalCount ?? null,
    items: new ItemReader(client, fields, reading).items(id),
    issueLink: issueLink(node.url ?? ''),
  };
}

type Head = NonNullable<Static<typeof shapes.ProjectHead>['node']>;

/** Reports data of the project itself that a board has no place for. */
function reportProject(head: Head, { fields }: Fields, { leftOut }: Reading): void {
  for (const part of ['shortDescription', 'readme'] as const) {
    if (head[part]) leftOut(`${part === 'readme' ? 'readme' : 'description'} of the project left out`);
  }
  leftOut('status updates left out', head.statusUpdates?.totalCount ?? 0);
  // Every project has at least one view.
  leftOut('views left out', Math.max(0, (head.views?.totalCount ?? 0) - 1));
  for (const { name, options } of fields) {
    const described = (options ?? []).filter(({ description }) => description).length;
    leftOut('descriptions of options left out', described, name);
  }
}
