import { day } from '../base/clock.ts';
import { removeAll } from '../base/jobs/remove.ts';
import type { Service } from '../base/service.ts';
import { removeUnshown } from '../members/rows.ts';
import { forgetEnded, forgetFile, leftFiles, remembered } from './queries.ts';

/** Imports that a node goes on with at a time: a small one does not wait for a large one. */
const atOnce = 2;

/** Goes on with imports until none is due. */
export async function runImports(service: Service, runNext: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await runNext());
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
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

/** Forgets what ended long ago, and whom an import that was given up would have shown. */
export async function forgetImports({ maintain, clock }: Service): Promise<void> {
  await removeAll(maintain, [forgetEnded], { before: clock.now() - remembered });
  await removeAll(maintain, [removeUnshown], { before: clock.now() - day });
}
