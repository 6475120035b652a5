import { type Language, languageOf } from '../../../../contract/languages.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';

const localeOf = query('users.locale', (db, p: { userId: string }) =>
  db.selectFrom('users').select('locale').where('id', '=', p.userId),
);

/** The language of an account; English if it has none, or one in which there are no texts. */
export async function languageOfUser(reads: Reading, userId: string): Promise<Language> {
  return languageOf((await reads.first(localeOf, { userId }))?.locale) ?? 'en';
}
