import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { local } from '../sync/local.ts';
import { keepLanguage } from './own-language.ts';
import { server } from './session.ts';

/** The time zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Learns the language of the user, for when the page is loaded again, and tells the service the time zone and the language of this
 * browser if it knows none: once for each user.
 */
export async function tellZone(userId: string): Promise<void> {
  const asked = `zone ${userId}`;
  try {
    const { reply } = await server.ask(routes.users.preferences, {});
    keepLanguage(reply.locale);
    if (local.get(asked) !== null) return;
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
