import type { Ask } from '../ask.ts';
import type { CodeHost } from '../provider.ts';
import type { Project } from '../shapes.ts';
import { type Connection, type GitHubClient, githubClient } from './github-client.ts';
import { dueField, labelsOf, type ProjectField, statusField } from './github-fields.ts';
import { projectItems } from './github-items.ts';
import * as queries from './github-queries.ts';

/** GitHub: projects in their second form ("Projects v2"), over GraphQL. `apiUrl` is the base address of its API. */
export function github(ask: Ask, apiUrl: string): CodeHost {
  const client = (token: string) => githubClient(ask, graphqlAddress(apiUrl), token);
  return {
    name: 'GitHub',
    async account(token) {
      const { viewer } = await client(token).query<{ viewer: { login: string } }>(queries.whoami, {});
      return viewer.login;
    },
    projects: (token) => projectsOf(client(token)),
    project: (token, id) => projectOf(client(token), id),
  };
}

/** GitHub Enterprise Server has its REST under `/api/v3` and its GraphQL beside that. */
export const graphqlAddress = (apiUrl: string): string =>
  apiUrl.endsWith('/graphql') ? apiUrl : `${apiUrl.replace(/\/api\/v3$/, '/api')}/graphql`;

interface ListedProject {
  id: string;
  title: string;
  closed: boolean;
}

type Owner = { projectsV2: Connection<ListedProject> } | null;

async function projectsOf({ pages }: GitHubClient): Promise<{ id: string; name: string }[]> {
  const found = await pages(queries.ownProjects, {}, (data: { viewer: Owner }) => data.viewer?.projectsV2);
  type Member = { viewer: { organizations: Connection<{ id: string }> } };
  const organisations = await pages(queries.organisations, {}, (data: Member) => data.viewer.organizations);
  for (const organisation of organisations) {
    if (!organisation) continue;
    const { id } = organisation;
    const theirs = await pages(
      queries.organisationProjects,
      { id },
      (data: { node: Owner }) => data.node?.projectsV2,
    );
    found.push(...theirs);
  }
  return found.flatMap((project) =>
    project && !project.closed ? [{ id: project.id, name: project.title }] : [],
  );
}

async function projectOf(client: GitHubClient, id: string): Promise<Project | undefined> {
  type Head = { node: { __typename: string; title: string } | null };
  const { node } = await client.query<Head>(queries.project, { id });
  if (node?.__typename !== 'ProjectV2') return undefined;
  const found = await client.pages(
    queries.projectFields,
    { id },
    (data: { node: { fields: Connection<ProjectField> } | null }) => data.node?.fields,
  );
  const fields = found.filter((field) => field !== null);
  const status = statusField(fields);
  const { items, labels, leftOut } = await projectItems(client, id, {
    fields,
    status,
    due: dueField(fields),
  });
  return {
    name: node.title,
    statuses: (status?.options ?? []).map(({ id, name }) => ({ id, name })),
    labels: [...labelsOf(fields, status), ...labels],
    items,
    leftOut,
  };
}
