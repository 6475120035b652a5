import type { CodeHostKind } from '../../../contract/code-kinds.ts';

/* How pull requests are commented on at each host. */

/** The APIs of the hosts that everybody uses; whoever runs one of their own says where it is. */
export const usualApi: Partial<Record<CodeHostKind, string>> = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
};

interface PullRequest {
  /** Begins with the id of the repository, as the host counts. */
  ref: string;
  repository: string;
  number: number;
}

/** `owner/name` as part of a path; undefined for anything else. */
function pathOf(repository: string): string | undefined {
  const parts = repository.split('/');
  const isPlain = parts.length === 2 && parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
  return isPlain ? repository : undefined;
}

/**
 * Where a comment is posted, below the address of the API. Undefined for a name that is no repository: names come from deliveries.
 * https://docs.github.com/en/rest/issues/comments#create-an-issue-comment, which Gitea has as well, and
 * https://docs.gitlab.com/api/notes/#create-new-merge-request-note.
 */
export function addressOfComments(kind: CodeHostKind, api: string, of: PullRequest): string | undefined {
  const base = api.replace(/\/+$/, '');
  if (kind === 'gitlab') {
    const [project = ''] = of.ref.split(':');
    return /^\d+$/.test(project)
      ? `${base}/projects/${project}/merge_requests/${of.number}/notes`
      : undefined;
  }
  const path = pathOf(of.repository);
  return path === undefined ? undefined : `${base}/repos/${path}/issues/${of.number}/comments`;
}

/** How the token is given. */
export const authorization = (kind: CodeHostKind, token: string): Record<string, string> =>
  kind === 'gitlab'
    ? { 'private-token': token }
    : { authorization: `${kind === 'gitea' ? 'token' : 'Bearer'} ${token}` };
