import type { Ask } from '../ask.ts';
import type { Project } from '../fragments.ts';
import type { CodeHost } from '../provider.ts';
import { type GitHubClient, githubClient } from './github-client.ts';
import { dueField, labelsOf, statusField } from './github-fields.ts';
import { projectItems } from './github-items.ts';
import * as queries from './github-queries.ts';
import * as shapes from './github-shapes.ts';

/** GitHub: projects in their second form ("Projects v2"), over GraphQL. `apiUrl` is the base address of its API. */
export function github(ask: Ask, apiUrl: string): CodeHost {
  const client = (token: string) => githubClient(ask, graphqlAddress(apiUrl), token);
  return {
    name: 'GitHub',
    async account(token) {
      const { viewer } = await client(token).query(queries.whoami, {}, shapes.Viewer);
      return viewer.login;
    },
    projects: (token) => projectsOf(client(token)),
    project: (token, id) => projectOf(client(token), id),
  };
}

/** GitHub Enterprise Server has its REST under `/api/v3` and its GraphQL beside that. */
export const graphqlAddress = (apiUrl: string): string =>
  apiUrl.endsWith('/graphql') ? apiUrl : `${apiUrl.replace(/\/api\/v3$/, '/api')}/graphql`;

async function projectsOf({ pages }: GitHubClient): Promise<{ id: string; name: string }[]> {
  const found = await pages(queries.ownProjects, {}, shapes.OwnProjects, (data) => data.viewer.projectsV2);
  const organisations = await pages(
    queries.organisations,
    {},
    shapes.Organisations,
    (data) => data.viewer.organizations,
  );
  for (const organisation of organisations) {
    if (!organisation) continue;
    const { id } = organisation;
    const theirs = await pages(
      queries.organisationProjects,
      { id },
      shapes.OrganisationProjects,
      (data) => data.node?.projectsV2,
    );
    found.push(...theirs);
  }
  return found.flatMap((project) =>
    project && !project.closed ? [{ id: project.id, name: project.title }] : [],
  );
}

async function projectOf(client: GitHubClient, id: string): Promise<Project | undefined> {
  const { node } = await client.query(queries.project, { id }, shapes.ProjectHead);
  if (node?.__typename !== 'ProjectV2') return undefined;
  const found = await client.pages(
    queries.projectFields,
    { id },
    shapes.ProjectFields,
    (data) => data.node?.fields,
  );
  const fields = found.filter((field) => field !== null);
  const status = statusField(fields);
  const { items, labels, leftOut } = await projectItems(client, id, {
    fields,
    status,
    due: dueField(fields),
  });
  return {
    name: node.title ?? '',
    statuses: (status?.options ?? []).map(({ id, name }) => ({ id, name })),
    labels: [...labelsOf(fields, status), ...labels],
    items,
    leftOut,
  };
}
