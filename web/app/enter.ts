import { routes } from '../../contract/routes.ts';
import { goTo, toPage } from './location.ts';
import { keepLanguage } from './own-language.ts';
import { server } from './session.ts';

/** Continues after sign-in: in the language of the account, for which the app may have to be loaded again. */
export async function enter(to: string | null): Promise<void> {
  const asked = server.ask(routes.users.preferences, {});
  const isOther = await asked.then(
    ({ reply }) => keepLanguage(reply.locale),
    () => false,
  );
  if (isOther) location.replace(toPage(to));
  else goTo(to);
}
