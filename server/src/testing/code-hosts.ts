import { createHmac } from 'node:crypto';
import { api } from '../../../contract/api.ts';
import type { CodeHostKind } from '../../../contract/code-kinds.ts';
import type { Person, TestService } from './service.ts';

/* Code hosts, as their documents say that they deliver: the fields that are used, and some of those around them. */

export interface Connected {
  publicId: string;
  url: string;
  secret: string;
  kind: CodeHostKind;
}

export const connectHost = async (
  person: Person,
  workspace: string,
  kind: CodeHostKind,
): Promise<Connected> =>
  person.call(api.codeHosts.create, { params: { workspacePublicId: workspace }, body: { kind } });

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

/** The headers with which a host sends. */
export const headersOf: Record<
  CodeHostKind,
  (event: string, secret: string, body: string) => Record<string, string>
> = {
  github: (event, secret, body) => ({
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    'x-github-event': event,
    'x-github-hook-id': '292430182',
    'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
  }),
  gitea: (event, secret, body) => ({
    'content-type': 'application/json',
    'x-gitea-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
    'x-gitea-event': event,
    'x-github-event': event,
    'x-gitea-signature': hmac(secret, body),
  }),
  gitlab: (event, secret) => ({
    'content-type': 'application/json',
    'user-agent': 'GitLab/17.5.0',
    'idempotency-key': 'f5e5f430-f57b-4e6e-9fac-d9128cd7232f',
    'x-gitlab-event': event,
    'x-gitlab-token': secret,
  }),
};

/** Sends a delivery; returns the status and what became of it. */
export async function deliver(
  service: Pick<TestService, 'raw'>,
  { publicId, kind, secret }: Pick<Connected, 'publicId' | 'kind' | 'secret'>,
  event: string,
  payload: object | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; outcome?: string }> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const reply = await service.raw(`/hooks/code/${publicId}`, {
    method: 'POST',
    body,
    headers: { ...headersOf[kind](event, secret, body), ...headers },
  });
  const { outcome } = (await reply.json()) as { outcome?: string };
  return { status: reply.status, ...(outcome === undefined ? {} : { outcome }) };
}

export interface PullRequestGiven {
  number?: number;
  title: string;
  body?: string | null;
  branch?: string;
  state?: 'open' | 'draft' | 'merged' | 'closed';
  action?: string;
  at?: string;
  by?: string;
}

export interface PushGiven {
  branch: string;
  messages?: readonly string[];
  gone?: boolean;
  at?: string;
}

/** The payloads of one host. */
export interface Payloads {
  kind: CodeHostKind;
  pullRequest(given: PullRequestGiven): [event: string, payload: object];
  push(given: PushGiven): [event: string, payload: object];
  branchUrl(name: string): string;
}

const hash = (text: string) => createHmac('sha1', '').update(text).digest('hex');
const none = '0'.repeat(40);
const moment = '2026-03-01T09:30:00Z';

const likeGitHub = (kind: 'github' | 'gitea'): Payloads => {
  const base = kind === 'github' ? 'https://github.com/octo/shop' : 'https://git.example.com/octo/shop';
  const repository = (at: string) => ({
    id: 35129377,
    name: 'shop',
    full_name: 'octo/shop',
    private: true,
    html_url: base,
    owner: { login: 'octo', id: 6752317 },
    ...(kind === 'github' ? { pushed_at: at } : {}),
  });
  return {
    kind,
    branchUrl: (name) => `${base}/${kind === 'github' ? 'tree' : 'src/branch'}/${name}`,
    pullRequest: ({
      number = 7,
      title,
      body = null,
      branch = 'work',
      state = 'open',
      action,
      at = moment,
      by = 'ada',
    }) => [
      'pull_request',
      {
        action: action ?? (state === 'merged' ? 'closed' : state === 'open' ? 'opened' : state),
        number,
        pull_request: {
          id: 34778301,
          number,
          title,
          body,
          html_url: `${base}/${kind === 'github' ? 'pull' : 'pulls'}/${number}`,
          state: state === 'merged' || state === 'closed' ? 'closed' : 'open',
          draft: state === 'draft',
          merged: state === 'merged',
          user: { login: 'ada', id: 6752317 },
          head: { ref: branch, sha: hash(branch) },
          base: { ref: 'main' },
          created_at: moment,
          updated_at: at,
        },
        repository: repository(at),
        sender: { login: by, id: 6752317 },
      },
    ],
    push: ({ branch, messages = [], gone = false, at = moment }) => [
      'push',
      {
        ref: `refs/heads/${branch}`,
        before: gone ? hash(branch) : none,
        after: gone ? none : hash(messages.join('\n') || branch),
        created: !gone,
        deleted: gone,
        commits: messages.map((message, n) => ({
          id: hash(`${message} ${n}`),
          message,
          timestamp: at,
          url: `${base}/commit/${hash(`${message} ${n}`)}`,
          author: { name: 'Ada Lovelace', email: 'ada@example.com', username: 'ada' },
          added: [],
          removed: [],
          modified: ['README.md'],
        })),
        repository: { ...repository(at), ...(kind === 'github' ? { pushed_at: Date.parse(at) / 1000 } : {}) },
        pusher: { name: 'ada', login: 'ada' },
        sender: { login: 'ada', id: 6752317 },
      },
    ],
  };
};

const gitlabStates = { open: 'opened', draft: 'opened', merged: 'merged', closed: 'closed' };
const gitlabActions = { open: 'open', draft: 'open', merged: 'merge', closed: 'close' };

const likeGitLab = (): Payloads => {
  const base = 'https://gitlab.example.com/octo/shop';
  const project = {
    id: 15,
    name: 'Shop',
    path_with_namespace: 'octo/shop',
    web_url: base,
    default_branch: 'main',
  };
  return {
    kind: 'gitlab',
    branchUrl: (name) => `${base}/-/tree/${name}`,
    pullRequest: ({
      number = 7,
      title,
      body = null,
      branch = 'work',
      state = 'open',
      action,
      at = moment,
      by = 'ada',
    }) => [
      'Merge Request Hook',
      {
        object_kind: 'merge_request',
        event_type: 'merge_request',
        user: { id: 1, name: 'Ada Lovelace', username: by },
        project,
        object_attributes: {
          id: 99,
          iid: number,
          title,
          description: body,
          url: `${base}/-/merge_requests/${number}`,
          state: gitlabStates[state],
          action: action ?? gitlabActions[state],
          draft: state === 'draft',
          source_branch: branch,
          target_branch: 'main',
          author_id: 51,
          updated_at: at.replace('T', ' ').replace('Z', ' UTC'),
        },
        labels: [],
        changes: {},
      },
    ],
    push: ({ branch, messages = [], gone = false, at = moment }) => [
      'Push Hook',
      {
        object_kind: 'push',
        event_name: 'push',
        before: gone ? hash(branch) : none,
        after: gone ? none : hash(messages.join('\n') || branch),
        ref: `refs/heads/${branch}`,
        checkout_sha: gone ? null : hash(messages.join('\n') || branch),
        user_id: 4,
        user_name: 'Ada Lovelace',
        user_username: 'ada',
        project_id: 15,
        project,
        commits: messages.map((message, n) => ({
          id: hash(`${message} ${n}`),
          message,
          title: message.split('\n')[0],
          timestamp: at,
          url: `${base}/-/commit/${hash(`${message} ${n}`)}`,
          author: { name: 'Ada Lovelace', email: 'ada@example.com' },
        })),
        total_commits_count: messages.length,
      },
    ],
  };
};

export const hosts: readonly Payloads[] = [likeGitHub('github'), likeGitLab(), likeGitHub('gitea')];
export const [github, gitlab, gitea] = hosts as [Payloads, Payloads, Payloads];
