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

/* What GitLab delivers. */

/** Undefined for what has not the form of an event that is used; empty for events that are not. */
export function itemsOfGitLab(body: Part, now: number): Item[] | undefined {
  const repository = repositoryOf(body);
  switch (textOf(body, 'object_kind')) {
    case 'push':
      return repository && pushed(body, repository, now);
    case 'merge_request':
      return repository && mergeRequest(body, repository, now);
    default:
      return [];
  }
}

function repositoryOf(body: Part): Repository | undefined {
  const id = numberOf(body, 'project', 'id');
  const [name, url] = [textOf(body, 'project', 'path_with_namespace'), textOf(body, 'project', 'web_url')];
  if (id === undefined || addressOf(url) === undefined) return undefined;
  return { id: String(id), name: line(name, 200) || String(id), url };
}

/** A push says nothing of when it was. */
function pushed(body: Part, repository: Repository, now: number): Item[] {
  const branch = branchOf(textOf(body, 'ref'));
  if (branch === undefined) return [];
  const by = nameIn(textOf(body, 'user_username'), textOf(body, 'user_name'));
  const state = isNone(textOf(body, 'after')) ? 'deleted' : null;
  const commits = commitsIn(body).map((commit) => commitItem(repository, commit, by, now));
  const told = { path: '/-/tree/', state, by, at: now } as const;
  return [branchItem(repository, branch, told), ...commits].filter((item) => item !== undefined);
}

const states: Record<string, PullRequestState> = {
  opened: 'open',
  locked: 'open',
  closed: 'closed',
  merged: 'merged',
};

function mergeRequest(body: Part, repository: Repository, now: number): Item[] | undefined {
  const of = partOf(body, 'object_attributes');
  const number = numberOf(of, 'iid');
  const url = addressOf(textOf(of, 'url'));
  const stated = textOf(of, 'state');
  const state = Object.hasOwn(states, stated) ? states[stated] : undefined;
  if (number === undefined || url === undefined || state === undefined) return undefined;
  const title = textOf(of, 'title');
  const isDraft = partOf(of, 'draft') === true || partOf(of, 'work_in_progress') === true;
  const by = nameIn(textOf(body, 'user', 'username'), textOf(body, 'user', 'name'));
  const item = {
    kind: 'pull-request',
    ref: `${repository.id}:${number}`,
    repository: repository.name,
    title: line(title, 300) || `!${number}`,
    url,
    number,
    state: state === 'open' && isDraft ? 'draft' : state,
    // Whoever opened it is not named later on.
    author: textOf(of, 'action') === 'open' ? by : null,
    by,
    at: timeOf(partOf(of, 'updated_at'), now),
    texts: [title, textOf(of, 'description')],
    branches: [textOf(of, 'source_branch')],
  } as const;
  return [item];
}
