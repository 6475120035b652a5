import type { CodeLinkKind, CodeLinkState, PullRequestState } from '../../../../contract/code-kinds.ts';
import { hour } from '../../base/clock.ts';
import { oneLine, shortened } from '../../base/texts.ts';

/* What deliveries say, in the same form for all hosts. Everything in them was written by others: texts are cut and cleaned. */

/** A branch, commit or pull request as a delivery tells of it. */
export interface Item {
  kind: CodeLinkKind;
  ref: string;
  repository: string;
  title: string;
  url: string;
  number: number | null;
  state: CodeLinkState | null;
  author: string | null;
  /** Who did what is told. */
  by: string | null;
  /** When, as the host says; microseconds. */
  at: number;
  /** Texts in which cards may be named, and names of branches. */
  texts: readonly string[];
  branches: readonly string[];
}

/** Part of a delivery, of which nothing is known. */
export type Part = unknown;

export const partOf = (of: Part, ...path: readonly string[]): Part =>
  path.reduce<Part>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as Record<string, Part>)[name]
        : undefined,
    of,
  );

/** Empty if it is no text. */
export function textOf(of: Part, ...path: readonly string[]): string {
  const part = partOf(of, ...path);
  return typeof part === 'string' ? part : '';
}

export function numberOf(of: Part, ...path: readonly string[]): number | undefined {
  const part = partOf(of, ...path);
  return typeof part === 'number' && Number.isSafeInteger(part) && part > 0 ? part : undefined;
}

/** Commits of a delivery that are looked at, the last ones. */
const mostCommits = 200;

function commitsIn(of: Part): readonly Part[] {
  const commits = partOf(of, 'commits');
  return Array.isArray(commits) ? commits.slice(-mostCommits) : [];
}

export const line = (text: string, most: number): string => shortened(oneLine(text.slice(0, 4 * most)), most);

export const nameIn = (...names: readonly string[]): string | null =>
  line(names.find((name) => name !== '') ?? '', 100) || null;

/** An address that can be shown as a link; undefined for any other text. */
function addressOf(text: string): string | undefined {
  if (text.length > 2000 || !/^https?:\/\//i.test(text)) return undefined;
  const address = URL.parse(text);
  return address && address.username === '' && address.password === '' ? address.href : undefined;
}

/** The name of a branch; undefined for a tag. */
export function branchOf(ref: string): string | undefined {
  if (ref.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length);
  return ref.startsWith('refs/') || ref === '' ? undefined : ref;
}

/** The time of a host, which is not believed if it is far from now; `now` for what is no time. */
export function timeOf(part: Part, now: number): number {
  const at =
    typeof part === 'number' ? part * 1e6 : typeof part === 'string' ? Date.parse(part) * 1000 : Number.NaN;
  return Number.isFinite(at) && at > 0 ? Math.min(Math.round(at), now + hour) : now;
}

/** Whether a hash stands for no commit: the branch is new, or gone. */
const isNone = (hash: string): boolean => /^0+$/.test(hash);

export interface Repository {
  /** What stays when it is renamed. */
  id: string;
  name: string;
  /** Where it is shown. */
  url: string;
}

/** The repository of a delivery; `name` and `url` are what its host calls them. */
export function repositoryIn(of: Part, { name, url }: { name: string; url: string }): Repository | undefined {
  const id = numberOf(of, 'id');
  const address = textOf(of, url);
  if (id === undefined || addressOf(address) === undefined) return undefined;
  return { id: String(id), name: line(textOf(of, name), 200) || String(id), url: address };
}

const longestBranch = 255;

export function branchItem(
  { id, name, url }: Repository,
  branch: string,
  told: { path: string; state: 'deleted' | null; by: string | null; at: number },
): Item | undefined {
  const { path, state, by, at } = told;
  const address = addressOf(`${url}${path}${branch.split('/').map(encodeURIComponent).join('/')}`);
  const title = line(branch, longestBranch);
  if (address === undefined || title === '' || branch.length > longestBranch || !branch.isWellFormed())
    return undefined;
  const ref = `${id}:${title}`;
  const what = { kind: 'branch', ref, repository: name, title, url: address, number: null } as const;
  return { ...what, state, author: by, by, at, texts: [], branches: [branch] };
}

/** The hash of a commit is the end of its `ref`. */
function commitItem(
  { id, name }: Repository,
  commit: Part,
  by: string | null,
  now: number,
): Item | undefined {
  const [hash, message] = [textOf(commit, 'id'), textOf(commit, 'message')];
  const url = addressOf(textOf(commit, 'url'));
  if (!/^[0-9a-f]{40,64}$/.test(hash) || url === undefined) return undefined;
  return {
    kind: 'commit',
    ref: `${id}:${hash}`,
    repository: name,
    title: line(message.trimStart().split('\n', 1)[0] ?? '', 300) || hash.slice(0, 7),
    url,
    number: null,
    state: null,
    author: nameIn(textOf(commit, 'author', 'username'), textOf(commit, 'author', 'name')),
    by,
    at: timeOf(partOf(commit, 'timestamp'), now),
    texts: [message],
    branches: [],
  };
}

/** The branch and the commits of a push. */
export function itemsOfPush(
  body: Part,
  repository: Repository,
  { path, by, at, now }: { path: string; by: string | null; at: number; now: number },
): Item[] {
  const branch = branchOf(textOf(body, 'ref'));
  if (branch === undefined) return [];
  const state = isNone(textOf(body, 'after')) ? 'deleted' : null;
  const commits = commitsIn(body).map((commit) => commitItem(repository, commit, by, now));
  return [branchItem(repository, branch, { path, state, by, at }), ...commits].filter(
    (item) => item !== undefined,
  );
}

interface ToldPullRequest extends Pick<Item, 'author' | 'by' | 'at'> {
  number: number | undefined;
  /** What stands before the number at its host. */
  sign: '#' | '!';
  url: string;
  state: PullRequestState | undefined;
  title: string;
  description: string;
  branch: string;
}

/** Undefined without a number, an address or a state that is known. */
export function pullRequestItem({ id, name }: Repository, told: ToldPullRequest): Item | undefined {
  const { number, sign, state, title, description, branch, author, by, at } = told;
  const url = addressOf(told.url);
  if (number === undefined || url === undefined || state === undefined) return undefined;
  return {
    kind: 'pull-request',
    ref: `${id}:${number}`,
    repository: name,
    title: line(title, 300) || `${sign}${number}`,
    url,
    number,
    state,
    author,
    by,
    at,
    texts: [title, description],
    branches: [branch],
  };
}
