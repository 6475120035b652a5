import { computed } from '@preact/signals';
import type { ComponentType } from 'preact';
import { lazy, lazyPart } from './app/lazy.tsx';
import type { At, Route } from './app/route.ts';
import { BoardPage } from './board/board.tsx';
import { openBoard } from './board/open.ts';
import { t } from './messages/t.ts';
import type { PanelRoot } from './pages/board-info.ts';
import { later } from './ui/later.tsx';

/*
 * All pages: their addresses, titles and tabs, and who may see them. A new page needs a row here, the page itself, and
 * its texts.
 */

const inSignIn = () => import('./pages/sign-in.tsx');
const inArchive = () => import('./pages/archive.tsx');
const inBoards = () => import('./pages/boards.tsx');
const inMailed = () => import('./pages/mailed.tsx');
const inSettings = () => import('./settings.tsx');

const AccountSettings = lazy(async () => (await inSettings()).AccountSettings);
const Archive = lazy(async () => (await inArchive()).Archive);
const BoardActivity = lazy(() => import('./pages/activity/activity.tsx').then((all) => all.BoardActivity));
const BoardExport = lazy(() => import('./transfers/exports.tsx').then((all) => all.BoardExport));
const BoardMembers = lazy(() => import('./pages/board-members.tsx').then((all) => all.BoardMembers));
const BoardPanel = lazy(() => import('./pages/board-panel.tsx').then((all) => all.BoardPanel));
const BoardSettings = lazy(() => import('./pages/board-settings.tsx').then((all) => all.BoardSettings));
const Boards = lazy(async () => (await inBoards()).Boards);
const Calendar = lazy(() => import('./transfers/calendar.tsx').then((all) => all.Calendar));
const Channels = lazy(() => import('./pages/channels/channels.tsx').then((all) => all.Channels));
const ConfirmAddress = lazy(async () => (await inMailed()).ConfirmAddress);
const Consent = lazy(() => import('./pages/consent.tsx').then((all) => all.Consent));
const ForgotPassword = lazy(async () => (await inMailed()).ForgotPassword);
const ImportAnywhere = lazy(async () => (await inSettings()).ImportAnywhere);
const Inbox = lazy(() => import('./pages/inbox/page.tsx').then((all) => all.Inbox));
const Invite = lazy(() => import('./pages/invite.tsx').then((all) => all.Invite));
const Fields = lazy(() => import('./pages/fields.tsx').then((all) => all.Fields));
const Rules = lazy(() => import('./pages/rules/rules.tsx').then((all) => all.Rules));
const Labels = lazy(() => import('./pages/labels.tsx').then((all) => all.Labels));
const MagicLink = lazy(async () => (await inMailed()).MagicLink);
const Mailbox = lazy(() => import('./transfers/mailbox.tsx').then((all) => all.Mailbox));
const MyWork = lazy(() => import('./pages/my-work/my-work.tsx').then((all) => all.MyWork));
const OperatorPage = lazy(() => import('./pages/operator/operator.tsx').then((all) => all.OperatorPage));
const PanelRows = lazy(() => import('./pages/panel-rows.tsx').then((all) => all.PanelRows));
const Proposals = lazy(() => import('./pages/proposals/proposals.tsx').then((all) => all.Proposals));
const ResetPassword = lazy(async () => (await inMailed()).ResetPassword);
const Share = lazy(() => import('./pages/share/share.tsx').then((all) => all.Share));
const Selection = lazy(() => import('./commands/overlays.tsx').then((all) => all.Selection));
const SearchPage = lazy(() => import('./pages/search.tsx').then((all) => all.SearchPage));
const SignIn = lazy(async () => (await inSignIn()).SignIn);
const SignUp = lazy(async () => (await inSignIn()).SignUp);
const SignedIn = lazy(async () => (await inMailed()).SignedIn);
const Trash = lazy(async () => (await inArchive()).Trash);
const ViewSwitch = lazyPart(() => import('./views/switch.tsx').then((all) => all.ViewSwitch));
const ShownView = lazy(() => import('./views/shown.tsx').then((all) => all.ShownView));
const WorkspaceSettings = lazy(async () => (await inSettings()).WorkspaceSettings);

const views = { Switch: ViewSwitch, Shown: ShownView };

const CardDialog = later(async () => (await import('./card/dialog.tsx')).CardDialog);

/** Loads the first page ahead of time, so that there is a way back if the connection is lost by then. */
export const prepareHome = (): void => void inBoards().catch(() => undefined);

const ofWorkspace: Route['page'] = ({ params: { workspace: id, item }, route: { path }, params }) => (
  <WorkspaceSettings id={id} part={params.part || (path.split('/').at(-1) ?? '')} item={item} />
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
      <BoardPage
        {...(board ? { id: board } : { card })}
        CardDialog={CardDialog}
        Selection={Selection}
        Views={views}
      />
      {Part && known?.id === board && known.follower.isFilled.value && (
        <BoardPanel board={known} tabs={at.tabs} Part={Part} />
      )}
    </>
  );
}

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
  { path: '/oauth/authorize', page: () => <Consent /> },
  { path: '/confirm-address', page: () => <ConfirmAddress /> },

  { path: '/', page: () => <Boards tabs={[]} /> },
  { path: '/search', page: () => <SearchPage /> },
  { path: '/share', page: () => <Share /> },
  { path: '/import', page: () => <ImportAnywhere /> },

  { path: '/my-work', page: () => <MyWork /> },
  // Its address in earlier versions.
  { path: '/my-cards', page: () => <MyWork /> },
  { path: '/inbox', page: () => <Inbox /> },

  { path: '/admin', page: () => <OperatorPage /> },

  { path: '/profile', page: () => <AccountSettings part="" /> },
  { path: '/profile/:part', page: ({ params: { part } }) => <AccountSettings part={part} /> },

  {
    path: '/w/:workspace',
    tab: workspace(t.boards.title),
    page: ({ params, tabs }) => <Boards key={params.workspace} only={params.workspace} tabs={tabs} />,
  },
  { path: '/w/:workspace/members', tab: workspace(t.workspace.members), page: ofWorkspace },
  { path: '/w/:workspace/settings', tab: workspace(t.workspace.settings), page: ofWorkspace },
  { path: '/w/:workspace/:part', page: ofWorkspace },
  { path: '/w/:workspace/:part/:item', page: ofWorkspace },

  { path: '/c/:card', page: ofBoard() },
  { path: '/b/:board', page: ofBoard() },
  { path: '/b/:board/panel', tab: board(t.tabs.title), page: ofBoard(PanelRows) },
  { path: '/b/:board/members', tab: board(t.tabs.members), page: ofBoard(BoardMembers) },
  { path: '/b/:board/labels', tab: board(t.tabs.labels), page: ofBoard(Labels) },
  { path: '/b/:board/fields', tab: board(t.tabs.fields), page: ofBoard(Fields) },
  { path: '/b/:board/rules', tab: board(t.tabs.rules), page: ofBoard(Rules) },
  { path: '/b/:board/proposals', tab: board(t.tabs.proposals), page: ofBoard(Proposals) },
  { path: '/b/:board/activity', tab: board(t.tabs.activity), page: ofBoard(BoardActivity) },
  { path: '/b/:board/archive', tab: board(t.tabs.archive), page: ofBoard(Archive) },
  { path: '/b/:board/trash', tab: board(t.tabs.trash), page: ofBoard(Trash) },
  { path: '/b/:board/settings', tab: board(t.tabs.settings), page: ofBoard(BoardSettings) },
  { path: '/b/:board/export', tab: board(t.tabs.export), page: ofBoard(BoardExport) },
  { path: '/b/:board/calendar', tab: board(t.tabs.calendar), page: ofBoard(Calendar) },
  { path: '/b/:board/mailbox', tab: board(t.tabs.mailbox), page: ofBoard(Mailbox) },
  { path: '/b/:board/channels', tab: board(t.tabs.chat), page: ofBoard(Channels) },
]);
