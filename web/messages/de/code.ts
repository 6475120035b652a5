import type { CodeLinkKind, CodeLinkState, PullRequestState } from '../../../contract/code-kinds.ts';

export const codeTexts = {
  title: 'Entwicklung',
  more: 'Mehr zeigen',
  remove: (title: string) => `${title} von dieser Karte entfernen`,
  kinds: { branch: 'Branch', commit: 'Commit', 'pull-request': 'Pull Request' } satisfies Record<
    CodeLinkKind,
    string
  > as Readonly<Record<CodeLinkKind, string>>,
  states: {
    open: 'Offen',
    draft: 'Entwurf',
    merged: 'Gemergt',
    closed: 'Geschlossen',
    deleted: 'Gelöscht',
  } satisfies Record<CodeLinkState, string> as Readonly<Record<CodeLinkState, string>>,
  tile: {
    open: 'Pull Request offen',
    draft: 'Pull Request ist ein Entwurf',
    merged: 'Pull Request gemergt',
    closed: 'Pull Request geschlossen',
  } satisfies Record<PullRequestState, string> as Readonly<Record<PullRequestState, string>>,
};
