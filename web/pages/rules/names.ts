import type { Field } from '../../../contract/field-shapes.ts';
import { routes } from '../../../contract/routes.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { fieldsOf } from '../../board/field-values.ts';
import { mayInWorkspace } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { type Choice, choicesOn } from '../choices.ts';

/* What rules name on a board. */

export interface Choices {
  listPublicId: readonly Choice[];
  labelPublicId: readonly Choice[];
  memberPublicId: readonly Choice[];
  fieldPublicId: readonly Choice[];
  /** Webhooks of the workspace and channels of the board; empty for who may not manage them. */
  webhookPublicId: readonly Choice[];
}

export type NamedBy = keyof Choices;

/** Where rules can send; nothing for who may not manage that. */
export function useWebhooks(board: OpenBoard): readonly Choice[] {
  const isManager = mayInWorkspace(board, 'workspace:manage');
  const found = useResource<readonly Choice[]>(`webhooks for ${board.id} ${isManager}`, async (signal) => {
    if (!isManager) return [];
    const workspacePublicId = board.follower.workspace.peek().publicId;
    const [webhooks, channels] = await Promise.all([
      server.ask(routes.webhooks.list, { params: { workspacePublicId } }, { signal }),
      server.ask(routes.channels.list, { params: { boardPublicId: board.id } }, { signal }),
    ]);
    return [...webhooks.reply, ...channels.reply].map(({ publicId: id, name }) => ({ id, name }));
  });
  return found.value.value ?? [];
}

export function namesOn(board: OpenBoard, webhooks: readonly Choice[] = []): Choices {
  const { lists, labels, members } = choicesOn(board);
  return {
    listPublicId: lists,
    labelPublicId: labels,
    memberPublicId: members,
    webhookPublicId: webhooks,
    fieldPublicId: fieldsOf(board).map(({ publicId, name }: Field) => ({ id: publicId, name })),
  };
}
