import type { Mail } from '../base/mail/mail.ts';
import { quoted } from '../base/mail/texts.ts';
import type { Admin } from '../members/actions/notify-admins.ts';

interface Shared extends Admin {
  boardId: string;
  board: string;
  /** The user who changed it. */
  by: string;
  isPublic: boolean;
  publicUrl: string;
}

/** Notifies an admin that a board has become public, or private again. */
export const visibilityMail = ({ to, workspace, boardId, board, by, isPublic, publicUrl }: Shared): Mail => ({
  to,
  subject: isPublic ? 'A board was made public' : 'A board is no longer public',
  text: `${
    isPublic
      ? 'A board of a workspace of yours was made public: everyone who has its address can read it without signing in.'
      : 'A board of a workspace of yours is no longer public: only people in the workspace can read it.'
  }

${publicUrl}/b/${boardId}/settings

The board is called ${quoted(board)}, the workspace ${quoted(workspace)}, and it was done by ${quoted(by)}.
You get this mail because you are an admin of the workspace.
`,
});
