import type { CodeLinkKind, CodeLinkState, PullRequestState } from '../../../contract/code-kinds.ts';

export const codeTexts = {
  title: 'Développement',
  more: 'Afficher plus',
  remove: (title: string) => `Retirer ${title} de cette carte`,
  kinds: { branch: 'Branche', commit: 'Commit', 'pull-request': 'Pull request' } satisfies Record<
    CodeLinkKind,
    string
  > as Readonly<Record<CodeLinkKind, string>>,
  states: {
    open: 'Ouverte',
    draft: 'Brouillon',
    merged: 'Fusionnée',
    closed: 'Fermée',
    deleted: 'Supprimée',
  } satisfies Record<CodeLinkState, string> as Readonly<Record<CodeLinkState, string>>,
  tile: {
    open: 'Pull request ouverte',
    draft: 'Pull request en brouillon',
    merged: 'Pull request fusionnée',
    closed: 'Pull request fermée',
  } satisfies Record<PullRequestState, string> as Readonly<Record<PullRequestState, string>>,
};
