import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from 'lucide';
import { codeTexts } from '../messages/code.ts';
import type { Entities } from '../sync/mutation.ts';
import { Badge } from './badge.tsx';

const icons = {
  open: GitPullRequest,
  draft: GitPullRequestDraft,
  merged: GitMerge,
  closed: GitPullRequestClosed,
};

/** How far the pull requests of a card are. */
export const CodeBadge = ({ card: { pullRequest } }: { card: Entities['card'] }) =>
  pullRequest ? (
    <Badge icon={icons[pullRequest]} name={codeTexts.tile[pullRequest]} isDone={pullRequest === 'merged'} />
  ) : null;
