import { computed } from '@preact/signals';
import type { ComponentType } from 'preact';
import { lazy } from './app/lazy.tsx';
import type { At, Route } from './app/route.ts';
import { BoardPage } from './board/board.tsx';
import { openBoard } from './board/open.ts';
import { Selection } from './commands/selection.tsx';
import { t } from './messages/t.ts';
import type { PanelRoot } from './pages/board-info.ts';
import type { WorkspacePart } from './pages/workspace.tsx';
import { later } from './ui/later.tsx';

/*
 * All pages: their addresses, titles and tabs, and who may see them. A new page needs a row here, the page itself, and
 * its texts.
 */

const inSignIn = () => import('./pages/sign-in.tsx');
const inArchive = () => import('./pages/archive.tsx');
const inMailed = () => import('./pages/mailed.tsx');
const inProfile = () => import('./pages/profile.tsx');
const inWorkspace = () => import('./pages/workspace.tsx');

const Appearance = lazy(() => import('./pages/appearance.tsx').then((all) => all.Appearance));
const Archive = lazy(async () => (await inArchive()).Archive);
const BoardExport = lazy(() => import('./transfers/exports.tsx').then((all) => all.BoardExport));
const BoardMembers = lazy(() => import('./pages/board-members.tsx').then((all) => all.BoardMembers));
const BoardPanel = lazy(() => import('./pages/board-panel.tsx').then((all) => all.BoardPanel));
const BoardSettings = lazy(() => import('./pages/board-settings.tsx').then((all) => all.BoardSettings));
const Boards = lazy(() => import('./pages/boards.tsx').then((all) => all.Boards));
const Calendar = lazy(() => import('./transfers/calendar.tsx').then((all) => all.Calendar));
const ConfirmAddress = lazy(async () => (await inMailed()).ConfirmAddress);
const Connections = lazy(() => import('./transfers/connections.tsx').then((all) => all.Connections));
const ExportPage = lazy(() => import('./transfers/export-page.tsx').then((all) => all.ExportPage));
const ForgotPassword = lazy(async () => (await inMailed()).ForgotPassword);
const ImportPage = lazy(() => import('./transfers/import-page.tsx').then((all) => all.ImportPage));
const Invite = lazy(async () => (await inMailed()).Invite);
const Keys = lazy(() => import('./pages/keys.tsx').then((all) => all.ApiKeys));
const Labels = lazy(() => import('./pages/labels.tsx').then((all) => all.Labels));
const MagicLink = lazy(async () => (await inMailed()).MagicLink);
const OwnAccount = lazy(async () => (await inProfile()).OwnAccount);
const PanelRows = lazy(() => import('./pages/panel-rows.tsx').then((all) => all.PanelRows));
const Profile = lazy(async () => (await inProfile()).Profile);
const ResetPassword = lazy(async () => (await inMailed()).ResetPassword);
const SearchPage = lazy(() => import('./pages/search.tsx').then((all) => all.SearchPage));
const Security = lazy(() => import('./pages/security.tsx').then((all) => all.Security));
const SignIn = lazy(async () => (await inSignIn()).SignIn);
const SignUp = lazy(async () => (await inSignIn()).SignUp);
const SignedIn = lazy(async () => (await inMailed()).SignedIn);
const Trash = lazy(async () => (await inArchive()).Trash);
const WorkspaceMembers = lazy(() =>
  import('./pages/workspace-members.tsx').then((all) => all.WorkspaceMembers),
);
const WorkspacePage = lazy(async () => (await inWorkspace()).WorkspacePage);
const WorkspaceSettings = lazy(() =>
  import('./pages/workspace-settings.tsx').then((all) => all.WorkspaceSettings),
);
const WorkspaceTrash = lazy(async () => (await inWorkspace()).Trash);

const CardDialog = later(async () => (await import('./card/dialog.tsx')).CardDialog);

/** A part of the pages about the user's account. */
const own =
  (Part: ComponentType): Route['page'] =>
  ({ tabs }) => <Profile tabs={tabs} Part={Part} />;

/** A part of the pages about a workspace. */
const ofWorkspace =
  (Part: ComponentType<WorkspacePart>, workspaceMembers?: 'none'): Route['page'] =>
  ({ params: { workspace }, tabs }) => (
    <WorkspacePage
      key={workspace}
      id={workspace}
      tabs={tabs}
      Part={Part}
      workspaceMembers={workspaceMembers}
    />
  );

/** The same component with or without a card or menu over it, so that the board stays mounted and gets the focus back. */
const ofBoard =
  (Part?: ComponentType<PanelRoot>): Route['page'] =>
  (at) => <BoardWith at={at} Part={Part} />;

function BoardWith({ at, Part }: { at: At; Part: ComponentType<PanelRoot> | undefined }) {
  const { board, card } = at.params;
  const known = openBoard.value;
  return (
    <>
      <BoardPage {...(board ? { id: board } : { card })} CardDialog={CardDialog} Selection={Selection} />
      {Part && known?.id === board && known.follower.isFilled.value && (
        <BoardPanel board={known} tabs={at.tabs} Part={Part} />
      )}
    </>
  );
}

const account = (text: string) => ({ of: 'account', text });
const workspace = (text: string) => ({ of: 'workspace', text });
const board = (text: string) => ({ of: 'board', text });

export const routes = computed((): readonly Route[] => [
  { path: '/sign-in', who: 'anyone', title: t.signIn.title, page: () => <SignIn /> },
  { path: '/sign-up', who: 'anyone', title: t.signUp.title, page: () => <SignUp /> },
  { path: '/forgot-password', who: 'anyone', title: t.mailed.forgot, page: () => <ForgotPassword /> },
  { path: '/magic-link', who: 'anyone', title: t.app, page: () => <MagicLink /> },
  { path: '/reset-password', who: 'anyone', title: t.mailed.reset, page: () => <ResetPassword /> },
  { path: '/invite', who: 'anyone', title: t.mailed.invitation, page: () => <Invite /> },
  {
    path: '/signed-in/:provider',
    who: 'anyone',
    page: ({ params }) => <SignedIn provider={params.provider} />,
  },
  { path: '/confirm-address', page: () => <ConfirmAddress /> },

  { path: '/', page: () => <Boards tabs={[]} /> },
  { path: '/search', page: () => <SearchPage /> },
  { path: '/import', page: () => <ImportPage tabs={[]} /> },

  { path: '/profile', tab: account(t.profile.profile), page: own(OwnAccount) },
  { path: '/profile/security', tab: account(t.profile.security), page: own(Security) },
  { path: '/profile/keys', tab: account(t.profile.keys), page: own(Keys) },
  { path: '/profile/connections', tab: account(t.profile.connections), page: own(Connections) },
  { path: '/profile/appearance', tab: account(t.profile.appearance), page: own(Appearance) },

  {
    path: '/w/:workspace',
    tab: workspace(t.boards.title),
    page: ({ params, tabs }) => <Boards key={params.workspace} only={params.workspace} tabs={tabs} />,
  },
  { path: '/w/:workspace/members', tab: workspace(t.workspace.members), page: ofWorkspace(WorkspaceMembers) },
  {
    path: '/w/:workspace/settings',
    tab: workspace(t.workspace.settings),
    page: ofWorkspace(WorkspaceSettings, 'none'),
  },
  {
    path: '/w/:workspace/import',
    tab: workspace(t.boards.import),
    who: 'mayCreate',
    page: ({ params, tabs }) => <ImportPage key={params.workspace} into={params.workspace} tabs={tabs} />,
  },
  {
    path: '/w/:workspace/export',
    tab: workspace(t.tabs.export),
    page: ({ params, tabs }) => <ExportPage key={params.workspace} id={params.workspace} tabs={tabs} />,
  },
  { path: '/w/:workspace/trash', tab: workspace(t.workspace.trash), page: ofWorkspace(WorkspaceTrash) },

  { path: '/c/:card', page: ofBoard() },
  { path: '/b/:board', page: ofBoard() },
  { path: '/b/:board/panel', tab: board(t.tabs.title), page: ofBoard(PanelRows) },
  { path: '/b/:board/members', tab: board(t.tabs.members), page: ofBoard(BoardMembers) },
  { path: '/b/:board/labels', tab: board(t.tabs.labels), page: ofBoard(Labels) },
  { path: '/b/:board/archive', tab: board(t.tabs.archive), page: ofBoard(Archive) },
  { path: '/b/:board/trash', tab: board(t.tabs.trash), page: ofBoard(Trash) },
  { path: '/b/:board/settings', tab: board(t.tabs.settings), page: ofBoard(BoardSettings) },
  { path: '/b/:board/export', tab: board(t.tabs.export), page: ofBoard(BoardExport) },
  { path: '/b/:board/calendar', tab: board(t.tabs.calendar), page: ofBoard(Calendar) },
]);
