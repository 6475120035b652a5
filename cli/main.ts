import { demo } from './demo.ts';
import { serve } from './serve.ts';

/* `taskboard <command>`: the one entry of everything an operator runs. */

const commands: Record<string, { run: (args: string[]) => Promise<void>; summary: string }> = {
  serve: { run: serve, summary: 'run the service (the default)' },
  demo: {
    run: demo,
    summary: 'run it with a board to try: the one that is named (a JSON export), or a small one',
  },
};

const [name = 'serve', ...args] = process.argv.slice(2);
const command = commands[name];
if (command) await command.run(args);
else {
  const lines = Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(10)}${summary}`);
  console.error(`${name} is no command. There are:\n${lines.join('\n')}`);
  process.exitCode = 2;
}
