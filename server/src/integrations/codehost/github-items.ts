import type { TSchema } from 'typebox';
import type {
  Account,
  ProjectComment,
  ProjectItem,
  ProjectLabel,
} from '../../data/integrations/fragments.ts';
import type { Reading } from '../provider.ts';
import { type Connection, type GitHubClient, type Paged, unreadParts } from './github-client.ts';
import { type Fields, readValues } from './github-fields.ts';
import * as queries from './github-queries.ts';
import type { Comment, Content, Item, Person } from './github-shapes.ts';
import * as shapes from './github-shapes.ts';
import { type Around, keysOf, reviewText, textOf } from './github-text.ts';

/** Items per page: with their contents, a page is at most some megabytes and takes GitHub some seconds. */
const atATime = 50;

/** Reads the items of a project one at a time. */
export class ItemReader {
  readonly #client: GitHubClient;
  readonly #fields: Fields;
  readonly #leftOut: Reading['leftOut'];
  /** The labels of issues and pull requests, by name: repositories share labels of the same name. */
  readonly #labels = new Map<string, ProjectLabel>();

  constructor(client: GitHubClient, fields: Fields, { leftOut }: Pick<Reading, 'leftOut'>) {
    this.#client = client;
    this.#fields = fields;
    this.#leftOut = leftOut;
  }

  /** All items, in the order of the project. */
  async *items(projectId: string): AsyncGenerator<ProjectItem> {
    const pages = this.#client.eachPage({
      query: queries.items,
      variables: { id: projectId },
      schema: shapes.Items,
      pick: (data) => data.node?.items,
      size: atATime,
    });
    // An item that moves while pages are read may appear again on a later page.
    const seen = new Set<string>();
    let unread = 0;
    let total = 0;
    for await (const { nodes, totalCount } of pages) {
      total = totalCount ?? 0;
      for (const item of nodes ?? []) {
        if (item && seen.has(item.id)) continue;
        if (item) seen.add(item.id);
        if (item?.content) yield await this.#read(item, item.content);
        else unread++;
      }
    }
    this.#leftOut('items that the token cannot read left out', unread);
    this.#leftOut('items that GitHub counts but does not return', Math.max(0, total - seen.size - unread));
  }

  async #read(item: Item, content: Content): Promise<ProjectItem> {
    const values = await this.#nodes(item, 'fieldValues', item.fieldValues, {
      query: queries.restOfValues,
      schema: shapes.RestOfValues,
      pick: (data) => data.node?.fieldValues,
    });
    const read = readValues(values, this.#fields);
    for (const name of read.unread) this.#leftOut(`values of the field “${name}” left out`, 1, content.title);
    const assignees = await this.#nodes(content, 'assignees', content.assignees, {
      query: queries.restOfAssignees,
      schema: shapes.RestOfAssignees,
      pick: (data) => data.node?.assignees,
    });
    const around = await this.#around(content);
    const name = nameOf(content);
    this.#leftOut('reactions left out', content.reactions?.totalCount ?? 0, name);
    this.#leftOut('review threads on code left out', content.reviewThreads?.totalCount ?? 0, name);
    return {
      title: content.title,
      text: textOf(content, read.facts, around),
      keys: keysOf(content),
      status: read.status,
      labels: await this.#labelsOf(content),
      values: read.own,
      assignees: assignees.map(accountOf),
      author: accountOf(content.author),
      startDate: read.startDate,
      dueDate: read.dueDate,
      createdAt: content.createdAt,
      isClosed: (content.state ?? content.pullState ?? 'OPEN') !== 'OPEN',
      closedAt: content.mergedAt ?? content.closedAt ?? null,
      archivedAt: item.isArchived ? (item.updatedAt ?? content.createdAt) : null,
      comments: await this.#commentsOf(content, around.reviews),
    };
  }

  /** All nodes of a connection whose first page was read with the item. */
  async #nodes<S extends TSchema, T>(
    { id }: { id: string },
    part: string,
    first: Connection<T> | null | undefined,
    rest: Pick<Paged<S, T>, 'query' | 'schema' | 'pick'>,
  ): Promise<T[]> {
    if (!first) return [];
    const nodes = await this.#client.pages({ ...rest, variables: { id }, first });
    const present = nodes.filter((node) => node !== null);
    this.#leftOut(unreadParts, nodes.length - present.length, part);
    return present;
  }

  async #labelsOf(content: Content): Promise<ProjectLabel[]> {
    const labels = await this.#nodes(content, 'labels', content.labels, {
      query: queries.restOfLabels,
      schema: shapes.RestOfLabels,
      pick: (data) => data.node?.labels,
    });
    return labels.map(({ name, color, description }) => {
      const id = `label ${name.toLowerCase()}`;
      const known = this.#labels.get(id);
      if (known) return known;
      if (description) this.#leftOut('descriptions of labels left out', 1, name);
      const label = { id, name, colourCode: `#${color}` };
      this.#labels.set(id, label);
      return label;
    });
  }

  async #around(content: Content): Promise<Around> {
    const requests = await this.#nodes(content, 'reviewRequests', content.reviewRequests, {
      query: queries.restOfRequests,
      schema: shapes.RestOfRequests,
      pick: (data) => data.node?.reviewRequests,
    });
    return {
      subIssues: await this.#nodes(content, 'subIssues', content.subIssues, {
        query: queries.restOfSubIssues,
        schema: shapes.RestOfSubIssues,
        pick: (data) => data.node?.subIssues,
      }),
      pullRequests: await this.#nodes(content, 'pull requests', content.closedBy, {
        query: queries.restOfClosedBy,
        schema: shapes.RestOfClosedBy,
        pick: (data) => data.node?.closedBy,
      }),
      issues: await this.#nodes(content, 'issues', content.closes, {
        query: queries.restOfCloses,
        schema: shapes.RestOfCloses,
        pick: (data) => data.node?.closes,
      }),
      reviews: await this.#nodes(content, 'reviews', content.reviews, {
        query: queries.restOfReviews,
        schema: shapes.RestOfReviews,
        pick: (data) => data.node?.reviews,
      }),
      asked: requests.flatMap(({ requestedReviewer }) => {
        if (!requestedReviewer) return [];
        return requestedReviewer.login ?? (requestedReviewer.__typename === 'Team' ? 'a team' : []);
      }),
    };
  }

  /** Comments and the texts of reviews, in the order in which they were written. */
  async #commentsOf(content: Content, reviews: readonly Comment[]): Promise<ProjectComment[]> {
    const comments = await this.#nodes(content, 'comments', content.comments, {
      query: queries.restOfComments,
      schema: shapes.RestOfComments,
      pick: (data) => data.node?.comments,
    });
    const written = reviews
      .filter(({ body }) => body.trim() !== '')
      .map((review) => ({
        ...review,
        body: reviewText(review),
        createdAt: review.submittedAt ?? review.createdAt,
      }));
    return [...comments, ...written]
      .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      .map(({ body, author, createdAt, lastEditedAt }) => ({
        text: body,
        author: accountOf(author),
        createdAt,
        editedAt: lastEditedAt ?? null,
      }));
  }
}

/** The name of an item in messages: `owner/repository#12`, or the title of a draft. */
const nameOf = ({ repository, number, title }: Content): string =>
  repository && number ? `${repository.nameWithOwner}#${number}` : title;

/** GitHub shows `ghost` as the author for a deleted account. */
const accountOf = (person: Person | null | undefined): Account => {
  const { login, name, email } = person ?? { login: 'ghost' };
  return { login, name: name || login, email: email || null };
};
