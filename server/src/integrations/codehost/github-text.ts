import type { Comment, Content, Mention } from './github-shapes.ts';

/*
 * Data of an item without an equivalent on a card becomes text in its description: the address of the issue and whether it is
 * closed at the head, everything else as a list at the end.
 */

/** The connections of an issue or a pull request that appear in the text. */
export interface Around {
  subIssues: Mention[];
  pullRequests: Mention[];
  issues: Mention[];
  /** Requested reviewers, and the reviews. */
  asked: string[];
  reviews: Comment[];
}

/** The prefix of an issue's own address, which is not rewritten as other links are. */
const prefix = 'GitHub: ';

/** Finds addresses of issues and pull requests on the server of a project; the first group is the key. */
export function issueLink(projectUrl: string): RegExp | null {
  const origin = URL.canParse(projectUrl) ? new URL(projectUrl).origin : 'null';
  if (origin === 'null') return null;
  const path = String.raw`([\w.-]+/[\w.-]+/(?:issues|pull)/\d+)`;
  // Pages of a pull request (its files, its commits) are not the card; a comment of it is on the card.
  const end = String.raw`(?![\w/?]|\.\w)(?:#[\w-]+)?`;
  return new RegExp(`(?<!${prefix}\\[[^\\]\\n]*\\]\\()${escaped(origin)}/${path}${end}`, 'g');
}

/** The keys of an issue or pull request: GitHub serves each number under both paths. */
export function keysOf({ repository, number }: Content): string[] {
  if (!repository || !number) return [];
  return ['issues', 'pull'].map((kind) => `${repository.nameWithOwner}/${kind}/${number}`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The description of a card: the head, the original text, and the facts below a line. */
export function textOf(content: Content, facts: readonly string[], around: Around): string {
  const list = [...facts, ...factsOf(content, around)].map((fact) => `- ${oneLine(fact)}`);
  const issues = around.subIssues.map((each) => `- [${each.state === 'CLOSED' ? 'x' : ' '}] ${linkTo(each)}`);
  const below = [
    ...(list.length > 0 ? [list.join('\n')] : []),
    ...(issues.length > 0 ? [`Sub-issues:\n\n${issues.join('\n')}`] : []),
  ];
  const head = headOf(content);
  const above = head === '' ? [] : [head];
  const isEmpty = content.body.trim() === '';
  if (below.length === 0) return [...above, ...(isEmpty ? [] : [content.body])].join('\n\n');
  const written = isEmpty ? [] : [content.body.trimEnd(), '---'];
  return [...above, ...written, ...below].join('\n\n');
}

function headOf(content: Content): string {
  const { repository, number, url } = content;
  if (!repository || !number || !url) return '';
  const kind = content.__typename === 'PullRequest' ? ['pull request'] : [];
  return [`${prefix}[${repository.nameWithOwner}#${number}](${url})`, ...kind, stateOf(content)].join(' · ');
}

function stateOf({ state, stateReason, pullState, isDraft, mergedAt, closedAt }: Content): string {
  if (mergedAt) return `merged on ${dayOf(mergedAt)}`;
  if ((state ?? pullState) !== 'CLOSED') return isDraft ? 'draft' : 'open';
  const why = stateReason && stateReason !== 'COMPLETED' ? ` as ${words(stateReason)}` : '';
  return `closed${why}${closedAt ? ` on ${dayOf(closedAt)}` : ''}`;
}

function factsOf({ milestone, parent }: Content, around: Around): string[] {
  const { pullRequests, issues, asked, reviews } = around;
  const due = milestone?.dueOn ? `, due on ${dayOf(milestone.dueOn)}` : '';
  const verdicts = new Map(asked.map((name) => [name, 'asked']));
  for (const { author, reviewState } of reviews) {
    const name = author?.login ?? 'ghost';
    // A later comment does not withdraw a verdict.
    if (reviewState && (reviewState !== 'COMMENTED' || !verdicts.has(name)))
      verdicts.set(name, words(reviewState));
  }
  return [
    ...(milestone ? [`Milestone: [${milestone.title}](${milestone.url})${due}`] : []),
    ...(parent ? [`Parent issue: ${linkTo(parent)}`] : []),
    ...listed(
      'Pull requests',
      pullRequests.map((each) => `${linkTo(each)} (${words(each.pullState ?? '')})`),
    ),
    ...listed('Closes', issues.map(linkTo)),
    ...listed(
      'Reviewers',
      [...verdicts].map(([name, verdict]) => `${name} (${verdict})`),
    ),
  ];
}

const listed = (name: string, all: readonly string[]): string[] =>
  all.length > 0 ? [`${name}: ${all.join(', ')}`] : [];

const linkTo = ({ repository, number, url, title }: Mention): string =>
  `[${repository.nameWithOwner}#${number}](${url}) ${oneLine(title)}`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `CHANGES_REQUESTED` becomes `changes requested`. */
const words = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const dayOf = (time: string): string => time.slice(0, 10);

/** The text of a review, with its decision. */
export const reviewText = ({ body, reviewState }: Comment): string =>
  `Review: ${words(reviewState ?? 'commented')}\n\n${body}`;
