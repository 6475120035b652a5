import type { Work } from '../../base/changes/change.ts';
import { Invalid } from '../../base/errors.ts';
import { boardsNamed } from '../queries.ts';

/** The ids of the boards to which a webhook is limited, as they are stored; null for none. */
export const boardIdsIn = (onlyBoards: string | null): string[] => onlyBoards?.split(' ') ?? [];

/**
 * The boards to which a webhook is limited, as they are stored: those that are given, which the caller must see, and those of
 * before that the caller does not see. Throws `Invalid`.
 */
export async function onlyBoards(
  { tx, grant }: Pick<Work, 'tx' | 'grant'>,
  workspaceId: string,
  given: readonly string[] | null,
  before: string | null = null,
): Promise<string | null> {
  if (given === null) return null;
  const { principal } = await grant('workspace', workspaceId, 'workspace:manage');
  const ids = [...new Set([...given, ...boardIdsIn(before)])];
  const found = await tx.all(boardsNamed, { ...principal, workspaceId, ids });
  const seen = new Set(found.flatMap(({ id, isSeen }) => (isSeen === 1 ? [id] : [])));
  const unknown = given.findIndex((each) => !seen.has(each));
  if (unknown !== -1) throw new Invalid('not-found', { field: `body/boardPublicIds/${unknown}` });
  const hidden = found.flatMap(({ id, isSeen }) => (isSeen === 1 ? [] : [id]));
  return [...new Set([...given, ...hidden])].join(' ');
}
