import type { Project, ProjectItem, ProjectLabel } from '../fragments.ts';
import type { GitHubClient } from './github-client.ts';
import { optionLabel } from './github-fields.ts';
import * as queries from './github-queries.ts';
import type { Content, Item, ProjectField } from './github-shapes.ts';
import * as shapes from './github-shapes.ts';

export interface Fields {
  fields: ProjectField[];
  status: ProjectField | undefined;
  due: ProjectField | undefined;
}

interface Items {
  items: ProjectItem[];
  /** The labels of issues and pull requests; one name is one label, whatever repository it is of. */
  labels: ProjectLabel[];
  leftOut: Project['leftOut'];
}

/** All items of a project, in its order. */
export async function projectItems(client: GitHubClient, projectId: string, fields: Fields): Promise<Items> {
  const found = await client.pages(
    queries.items,
    { id: projectId },
    shapes.Items,
    (data) => data.node?.items,
  );
  const labels = new Map<string, ProjectLabel>();
  const unused = new Map<string, number>();
  const items: ProjectItem[] = [];
  for (const item of found) {
    if (!item?.content) continue;
    const values = await valuesOf(client, item, fields, unused);
    items.push(await projectItem(client, item.content, { ...values, archived: item.isArchived }, labels));
  }
  const unread = found.length - items.length;
  return {
    items,
    labels: [...labels.values()],
    leftOut: [
      ...(unread > 0 ? [{ what: 'items that the token cannot read', count: unread }] : []),
      ...[...unused].map(([name, count]) => ({ what: `values of the field “${name}”`, count })),
    ],
  };
}

type Values = Pick<ProjectItem, 'status' | 'dueDate' | 'labels'>;

/** What the fields of the project say about an item; counts in `unused` what we have no place for. */
async function valuesOf(
  { pages }: GitHubClient,
  { id, fieldValues }: Item,
  { fields, status, due }: Fields,
  unused: Map<string, number>,
): Promise<Values> {
  const values = await pages(
    queries.restOfValues,
    { id },
    shapes.RestOfValues,
    (data) => data.node?.fieldValues,
    fieldValues,
  );
  const said: Values = { status: null, dueDate: null, labels: [] };
  for (const value of values) {
    const field = fields.find((each) => each.id === value?.field?.id);
    if (!value || !field) continue;
    if (field === status) said.status = value.optionId ?? null;
    else if (field === due) said.dueDate = value.date ?? null;
    else if (value.optionId) said.labels.push(optionLabel(field.id, value.optionId));
    else if (field.dataType !== 'TITLE') unused.set(field.name, (unused.get(field.name) ?? 0) + 1);
  }
  return said;
}

async function projectItem(
  { pages }: GitHubClient,
  content: Content,
  said: Values & { archived: boolean },
  known: Map<string, ProjectLabel>,
): Promise<ProjectItem> {
  const { id, title, body, createdAt } = content;
  const labels = content.labels
    ? await pages(
        queries.restOfLabels,
        { id },
        shapes.RestOfLabels,
        (data) => data.node?.labels,
        content.labels,
      )
    : [];
  const assignees = await pages(
    queries.restOfAssignees,
    { id },
    shapes.RestOfAssignees,
    (data) => data.node?.assignees,
    content.assignees,
  );
  const labelIds = present(labels).map(({ name, color }) => {
    const key = `label ${name.toLowerCase()}`;
    if (!known.has(key)) known.set(key, { id: key, field: null, name, colourCode: `#${color}` });
    return key;
  });
  return {
    ...said,
    title,
    body,
    createdAt,
    labels: [...said.labels, ...labelIds],
    assignees: present(assignees).map(({ login, email }) => ({ name: login, email: email || null })),
  };
}

const present = <T>(nodes: readonly (T | null)[]): T[] => nodes.filter((node) => node !== null);
