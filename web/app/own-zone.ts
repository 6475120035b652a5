import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { local } from '../sync/local.ts';
import { server, stays } from './session.ts';

/** The time zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Tells the service the time zone and the language of this browser if it knows none: asked once for each user. */
export async function tellZone(userId: string): Promise<void> {
  const asked = `zone ${userId}`;
  if (local.get(asked) !== null || !stays()) return;
  try {
    const { reply } = await server.ask(routes.users.preferences, {});
    if (reply.timeZone === null) {
      const locale = reply.locale === null ? { locale: navigator.language } : {};
      await server.ask(routes.users.update, { body: { timeZone: browserZone(), ...locale } });
    }
    local.set(asked, '');
  } catch (error) {
    // Without an answer it is asked the next time.
    if (error instanceof ApiError) local.set(asked, '');
  }
}
