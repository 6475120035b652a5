import { contextNow } from '../board/target.ts';
import { isSingle, matches } from './bindings.ts';
import { runnable } from './command.ts';
import { isApple, singleKeys } from './single-keys.ts';
import { commands } from './table.ts';

/** Runs the command that has the key, if there is one. */
export function press(event: KeyboardEvent): void {
  for (const command of commands) {
    const isMeant = command.keys?.some(
      (keys) => (singleKeys.peek() || !isSingle(keys)) && matches(keys, event, isApple),
    );
    const run = isMeant ? runnable(command, contextNow()) : undefined;
    if (!run) continue;
    event.preventDefault();
    run();
    return;
  }
}
