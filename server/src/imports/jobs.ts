import { day } from '../base/clock.ts';
import { removeAll } from '../base/jobs/remove.ts';
import type { Service } from '../base/service.ts';
import { removeUnshown } from '../data/members/rows.ts';
import { forgetEnded, forgetFile, leftFiles, remembered } from './queries.ts';

/** Runs imports until none is due, then removes their files. */
export async function runImports(service: Service, runNext: () => Promise<boolean>): Promise<void> {
  while (await runNext());
  await removeFiles(service);
}

/** Removes the files of imports that have ended. */
async function removeFiles({ db, maintain, storage, clock }: Service): Promise<void> {
  for (;;) {
    const files = await db.all(leftFiles, { after: clock.now() - remembered });
    if (files.length === 0) return;
    for (const { storageKey, ...key } of files) {
      await storage.delete(storageKey);
      await maintain((tx) => tx.run(forgetFile, key));
    }
  }
}

/** Removes records of imports that ended long ago, and hidden placeholders of imports that were abandoned. */
export async function forgetImports({ maintain, clock }: Service): Promise<void> {
  await removeAll(maintain, [forgetEnded], { before: clock.now() - remembered });
  await removeAll(maintain, [removeUnshown], { before: clock.now() - day });
}
