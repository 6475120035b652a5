import { problemOf } from '../app/problem.ts';
import { toast } from '../ui/toast.tsx';

/** Does something and then reads anew what it changed; if it fails, the error is shown. */
export async function attempt(work: () => Promise<unknown>, read: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(problemOf(error));
  }
  await read();
}
