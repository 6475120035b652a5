import type { PullRequestState } from '../../../../contract/code-kinds.ts';
import {
  addressOf,
  branchItem,
  branchOf,
  commitItem,
  commitsIn,
  type Item,
  isNone,
  line,
  nameIn,
  numberOf,
  type Part,
  partOf,
  type Repository,
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
  const repository = repositoryOf(body);
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

function repositoryOf(body: Part): Repository | undefined {
  const id = numberOf(body, 'repository', 'id');
  const [name, url] = [textOf(body, 'repository', 'full_name'), textOf(body, 'repository', 'html_url')];
  if (id === undefined || addressOf(url) === undefined) return undefined;
  return { id: String(id), name: line(name, 200) || String(id), url };
}

const senderOf = (body: Part): string | null =>
  nameIn(textOf(body, 'sender', 'login'), textOf(body, 'pusher', 'login'), textOf(body, 'pusher', 'name'));

const paths = { github: '/tree/', gitea: '/src/branch/' };

function pushed(kind: 'github' | 'gitea', body: Part, repository: Repository, now: number): Item[] {
  const branch = branchOf(textOf(body, 'ref'));
  if (branch === undefined) return [];
  const by = senderOf(body);
  const state = isNone(textOf(body, 'after')) ? 'deleted' : null;
  const at = timeOf(partOf(body, 'repository', 'pushed_at'), now);
  const commits = commitsIn(body).map((commit) => commitItem(repository, commit, by, now));
  const told = { path: paths[kind], state, by, at } as const;
  return [branchItem(repository, branch, told), ...commits].filter((item) => item !== undefined);
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
  const number = numberOf(of, 'number');
  const url = addressOf(textOf(of, 'html_url'));
  const state = stateOf(kind, of);
  if (number === undefined || url === undefined || state === undefined) return undefined;
  const title = textOf(of, 'title');
  const item = {
    kind: 'pull-request',
    ref: `${repository.id}:${number}`,
    repository: repository.name,
    title: line(title, 300) || `#${number}`,
    url,
    number,
    state,
    author: nameIn(textOf(of, 'user', 'login')),
    by: senderOf(body),
    at: timeOf(partOf(of, 'updated_at'), now),
    texts: [title, textOf(of, 'body')],
    branches: [textOf(of, 'head', 'ref')],
  } as const;
  return [item];
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
