import type { CodeLinkKind, CodeLinkState, PullRequestState } from '../../../contract/code-kinds.ts';

export const codeTexts = {
  title: 'פיתוח',
  more: 'הצגת עוד',
  remove: (title: string) => `הסרת ${title} מהכרטיס`,
  kinds: { branch: 'ענף', commit: 'Commit', 'pull-request': 'Pull request' } satisfies Record<
    CodeLinkKind,
    string
  > as Readonly<Record<CodeLinkKind, string>>,
  states: {
    open: 'פתוח',
    draft: 'טיוטה',
    merged: 'מוזג',
    closed: 'סגור',
    deleted: 'נמחק',
  } satisfies Record<CodeLinkState, string> as Readonly<Record<CodeLinkState, string>>,
  tile: {
    open: 'Pull request פתוח',
    draft: 'Pull request בטיוטה',
    merged: 'Pull request מוזג',
    closed: 'Pull request סגור',
  } satisfies Record<PullRequestState, string> as Readonly<Record<PullRequestState, string>>,
};
