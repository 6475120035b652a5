import type { CodeLinkKind, CodeLinkState, PullRequestState } from '../../../contract/code-kinds.ts';

/** Branches, commits and pull requests on cards. */
export const codeTexts = {
  title: 'Development',
  more: 'Show more',
  remove: (title: string) => `Take ${title} off this card`,
  kinds: { branch: 'Branch', commit: 'Commit', 'pull-request': 'Pull request' } satisfies Record<
    CodeLinkKind,
    string
  > as Readonly<Record<CodeLinkKind, string>>,
  states: {
    open: 'Open',
    draft: 'Draft',
    merged: 'Merged',
    closed: 'Closed',
    deleted: 'Deleted',
  } satisfies Record<CodeLinkState, string> as Readonly<Record<CodeLinkState, string>>,
  /** On a tile. */
  tile: {
    open: 'Pull request open',
    draft: 'Pull request is a draft',
    merged: 'Pull request merged',
    closed: 'Pull request closed',
  } satisfies Record<PullRequestState, string> as Readonly<Record<PullRequestState, string>>,
};
