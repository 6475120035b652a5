import type { imports } from '../../../../contract/imports.ts';
import { issue } from '../../../../contract/issues.ts';
import type { ReplyOf } from '../../../../contract/operation.ts';
import type { Actor } from '../../base/access/actor.ts';
import { locate } from '../../base/access/locate.ts';
import { Failure, fromBody, Invalid } from '../../base/errors.ts';
import { SharedRoom } from '../../base/http/shared-room.ts';
import { ProcessCrash } from '../../base/processes/answers.ts';
import type { Service } from '../../base/service.ts';
import { incomingIn } from '../../base/storage/open.ts';
import { readTable } from '../reading/read-file.ts';

/** Max bytes: the beginning of a larger file says as much of its columns. */
const most = 2 * 1024 * 1024;

const room = new SharedRoom({ size: 2, mayWait: 32, patience: 4_000 }, { atOnce: 1, mayWait: 4 });

/** Reads the columns of a table while the caller waits. */
export async function readColumns(
  { db, config }: Service,
  actor: Actor,
  workspacePublicId: string,
  content: AsyncIterable<Uint8Array>,
): Promise<ReplyOf<typeof imports.columns>> {
  await fromBody('workspacePublicId', locate(db, actor, 'workspace', workspacePublicId, 'board:create'));
  const bytes = await beginningOf(content);
  return room.during(actor.userId, async () => {
    try {
      return await readTable(bytes, incomingIn(config.dataDir));
    } catch (error) {
      throw error instanceof ProcessCrash ? new Invalid('file-not-read', { reason: error.message }) : error;
    }
  });
}

async function beginningOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > most) throw new Failure(413, [issue('file-too-large', { max: most })]);
    if (chunk.length > 0) chunks.push(chunk);
  }
  if (size === 0) throw new Invalid('body-empty');
  return chunks;
}
