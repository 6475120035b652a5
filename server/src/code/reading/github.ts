import type { PullRequestState } from '../../../../contract/code-kinds.ts';
import {
  branchItem,
  branchOf,
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

/* What GitHub delivers, and Gitea and Forgejo, whose deliveries have the same form. */

/** Undefined for what has not the form of an event that is used; empty for events that are not. */
export function itemsOfGitHub(
  kind: 'github' | 'gitea',
  event: string,
  body: Part,
  now: number,
): Item[] | undefined {
  const repository = repositoryIn(partOf(body, 'repository'), { name: 'full_name', url: 'html_url' });
  switch (event) {
    case 'push':
      return repository && pushed(kind, body, repository, now);
    case 'create':
    case 'delete':
      return repository && branchChanged(kind, event, body, repository, now);
    case 'pull_request':
      return repository && pullRequest(kind, body, repository, now);
    default:
      return [];
  }
}

const senderOf = (body: Part): string | null =>
  nameIn(textOf(body, 'sender', 'login'), textOf(body, 'pusher', 'login'), textOf(body, 'pusher', 'name'));

const paths = { github: '/tree/', gitea: '/src/branch/' };

function pushed(kind: 'github' | 'gitea', body: Part, repository: Repository, now: number): Item[] {
  const at = timeOf(partOf(body, 'repository', 'pushed_at'), now);
  return itemsOfPush(body, repository, { path: paths[kind], by: senderOf(body), at, now });
}

function branchChanged(
  kind: 'github' | 'gitea',
  event: 'create' | 'delete',
  body: Part,
  repository: Repository,
  now: number,
): Item[] {
  const branch = branchOf(textOf(body, 'ref'));
  if (branch === undefined || textOf(body, 'ref_type') !== 'branch') return [];
  const at = timeOf(partOf(body, 'repository', 'pushed_at'), now);
  const state = event === 'delete' ? 'deleted' : null;
  const item = branchItem(repository, branch, { path: paths[kind], state, by: senderOf(body), at });
  return item ? [item] : [];
}

function pullRequest(
  kind: 'github' | 'gitea',
  body: Part,
  repository: Repository,
  now: number,
): Item[] | undefined {
  const of = partOf(body, 'pull_request');
  const item = pullRequestItem(repository, {
    number: numberOf(of, 'number'),
    sign: '#',
    url: textOf(of, 'html_url'),
    state: stateOf(kind, of),
    title: textOf(of, 'title'),
    description: textOf(of, 'body'),
    branch: textOf(of, 'head', 'ref'),
    author: nameIn(textOf(of, 'user', 'login')),
    by: senderOf(body),
    at: timeOf(partOf(of, 'updated_at'), now),
  });
  return item && [item];
}

function stateOf(kind: 'github' | 'gitea', of: Part): PullRequestState | undefined {
  if (partOf(of, 'merged') === true) return 'merged';
  switch (textOf(of, 'state')) {
    case 'closed':
      return 'closed';
    case 'open': {
      // Gitea marked drafts by their titles alone, before it said so.
      const isMarked = kind === 'gitea' && /^(?:wip:|\[wip\])/i.test(textOf(of, 'title'));
      return partOf(of, 'draft') === true || isMarked ? 'draft' : 'open';
    }
    default:
      return undefined;
  }
}
