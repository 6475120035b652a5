export const codeHostKinds = ['github', 'gitlab', 'gitea'] as const;

export type CodeHostKind = (typeof codeHostKinds)[number];

export const codeHostNames: Record<CodeHostKind, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
};

export const codeLinkKinds = ['branch', 'commit', 'pull-request'] as const;

export type CodeLinkKind = (typeof codeLinkKinds)[number];

export const pullRequestStates = ['open', 'draft', 'merged', 'closed'] as const;

export type PullRequestState = (typeof pullRequestStates)[number];

export const codeLinkStates = [...pullRequestStates, 'deleted'] as const;

export type CodeLinkState = (typeof codeLinkStates)[number];

export const codeDeliveryOutcomes = ['linked', 'unnamed', 'unused', 'no-access', 'unreadable'] as const;

export type CodeDeliveryOutcome = (typeof codeDeliveryOutcomes)[number];
