import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/*
 * The account of a bot has an address because every account has one. No mail reaches it (RFC 2606), nobody can guess it, and
 * nobody is shown it.
 */

const host = '@bot.invalid';

export const newBotAddress = (): string => `${randomBytes(20).toString('hex')}${host}`;

export const isBotAddress = (email: string): boolean => email.endsWith(host);

/** A column of email addresses, null for those of bots. */
export const addressShown = (column: string): RawBuilder<string | null> =>
  sql`case when ${sql.raw(column)} not like ${sql.lit(`%${host}`)} then ${sql.raw(column)} end`;

/** Whether the account `user` of the surrounding query, if there is one, is that of a bot: 1 or 0. */
export const isBot = (user: string): RawBuilder<0 | 1> =>
  sql`case when ${sql.raw(user)}.bot_since is not null then 1 else 0 end`;

/**
 * True if the account `user` of the surrounding query is that of a bot whose owner's account is disabled: then the bot's keys work
 * as little as the owner's do.
 */
export const isDisabledWithOwner = (user: string): RawBuilder<boolean> => sql`exists (
  select 1 from bots b
  join members o on o.workspace_id = b.workspace_id and o.id = b.owner_id
  join users owner on owner.id = o.user_id
  where b.user_id = ${sql.raw(user)}.id and owner.disabled_at is not null)`;
