import { flushCompileCache } from 'node:module';
import { Invalid } from '../errors.ts';
import { outlineOf } from '../http/json-outline.ts';
import { maxValues } from './answers.ts';
import { framesIn } from './frames.ts';
import { kinds, longestAnswer, type Refusal } from './messages.ts';

/** The work of a process on one file. Answers are JSON. */
export interface Task {
  push(bytes: Uint8Array): string;
  end(): string | Promise<string>;
  next(): string;
}

/** The main loop of a process that reads a file: answers the messages on stdin. */
export async function answerAll<B>(begin: (asked: B) => Task): Promise<void> {
  // Node stores compiled code when a process exits, but this one is killed: without the cache each would load the compiler.
  flushCompileCache();
  let task: Task | undefined;
  for await (const message of framesIn(process.stdin as AsyncIterable<Buffer>)) {
    const content = message.subarray(1);
    const answer = await answered(() => {
      if (!task) {
        task = begin(JSON.parse(content.toString()));
        return '{}';
      }
      if (message[0] === kinds.bytes) return task.push(content);
      return message[0] === kinds.end ? task.end() : task.next();
    });
    process.stdout.write(`${answer}\n`);
  }
}

async function answered(work: () => string | Promise<string>): Promise<string> {
  try {
    const answer = await work();
    // One that is too long is not copied: it may fill the heap, and the copy would come on top.
    const isShort = Buffer.byteLength(answer) <= longestAnswer;
    if (isShort && outlineOf(Buffer.from(answer)).values <= maxValues) return answer;
    throw new Invalid('file-too-much-in-place');
  } catch (error) {
    return JSON.stringify(refusalOf(error));
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Invalid) return { invalid: [...error.issues] };
  const { stack, code } = error as NodeJS.ErrnoException;
  return { failed: { message: stack ?? String(error), ...(code === undefined ? {} : { code }) } };
}
