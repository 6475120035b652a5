import { t } from '../messages/t.ts';

/** Says next to a name that it is that of a bot. */
export const BotMark = () => <span class="pill">{t.here.bot}</span>;
