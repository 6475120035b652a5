import type { PullRequestState } from '../../../../contract/code-kinds.ts';
import {
  type Item,
  itemsOfPush,
  nameIn,
  numberOf,
  type Part,
  partOf,
  pullRequestItem,
  type Repository,
  repositoryIn,
  textOf,
  timeOf,
} from './items.ts';

/* What GitLab delivers. */

/** Undefined for what has not the form of an event that is used; empty for events that are not. */
export function itemsOfGitLab(body: Part, now: number): Item[] | undefined {
  const repository = repositoryIn(partOf(body, 'project'), { name: 'path_with_namespace', url: 'web_url' });
  switch (textOf(body, 'object_kind')) {
    case 'push':
      // A push says nothing of when it was.
      return (
        repository && itemsOfPush(body, repository, { path: '/-/tree/', by: userOf(body), at: now, now })
      );
    case 'merge_request':
      return repository && mergeRequest(body, repository, now);
    default:
      return [];
  }
}

const states: Record<string, PullRequestState> = {
  opened: 'open',
  locked: 'open',
  closed: 'closed',
  merged: 'merged',
};

const userOf = (body: Part): string | null =>
  nameIn(textOf(body, 'user_username'), textOf(body, 'user_name'));

function mergeRequest(body: Part, repository: Repository, now: number): Item[] | undefined {
  const of = partOf(body, 'object_attributes');
  const stated = textOf(of, 'state');
  const state = Object.hasOwn(states, stated) ? states[stated] : undefined;
  const isDraft = partOf(of, 'draft') === true || partOf(of, 'work_in_progress') === true;
  const by = nameIn(textOf(body, 'user', 'username'), textOf(body, 'user', 'name'));
  const item = pullRequestItem(repository, {
    number: numberOf(of, 'iid'),
    sign: '!',
    url: textOf(of, 'url'),
    state: state === 'open' && isDraft ? 'draft' : state,
    title: textOf(of, 'title'),
    description: textOf(of, 'description'),
    branch: textOf(of, 'source_branch'),
    // Whoever opened it is not named later on.
    author: textOf(of, 'action') === 'open' ? by : null,
    by,
    at: timeOf(partOf(of, 'updated_at'), now),
  });
  return item && [item];
}
