import type { CodeLinkKind, CodeLinkState, PullRequestState } from '../../../contract/code-kinds.ts';

export const codeTexts = {
  title: 'Desarrollo',
  more: 'Mostrar más',
  remove: (title: string) => `Quitar ${title} de esta tarjeta`,
  kinds: { branch: 'Rama', commit: 'Commit', 'pull-request': 'Pull request' } satisfies Record<
    CodeLinkKind,
    string
  > as Readonly<Record<CodeLinkKind, string>>,
  states: {
    open: 'Abierto',
    draft: 'Borrador',
    merged: 'Fusionado',
    closed: 'Cerrado',
    deleted: 'Eliminada',
  } satisfies Record<CodeLinkState, string> as Readonly<Record<CodeLinkState, string>>,
  tile: {
    open: 'Pull request abierto',
    draft: 'Pull request en borrador',
    merged: 'Pull request fusionado',
    closed: 'Pull request cerrado',
  } satisfies Record<PullRequestState, string> as Readonly<Record<PullRequestState, string>>,
};
