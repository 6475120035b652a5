import { notificationSettings } from '../../contract/notification-settings.ts';
import { server } from '../app/session.ts';
import { t } from '../messages/t.ts';
import { toast } from '../ui/toast.tsx';

/** Mutes a board, so that the user is told nothing from there, or ends that; says which. */
export async function turnMute(boardPublicId: string): Promise<void> {
  const { reply } = await server.ask(notificationSettings.get, {});
  const others = reply.overrides.filter((each) => each.boardPublicId !== boardPublicId);
  const before = reply.overrides.find((each) => each.boardPublicId === boardPublicId);
  const muted = !before?.muted;
  const kinds = before?.kinds ?? {};
  const isKept = muted || Object.keys(kinds).length > 0;
  const overrides = isKept ? [...others, { boardPublicId, muted, kinds }] : others;
  await server.ask(notificationSettings.update, { body: { overrides } });
  toast(muted ? t.watch.muted : t.watch.unmuted);
}
