import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Misuse, readArguments } from './arguments.ts';

/** `hook`: prints a hook of Git that puts the number of a card into messages of commits, or installs it. */
export async function hook(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, ['prefix'], {
    install: { type: 'boolean', default: false },
  });
  const { prefix } = given;
  if (!/^[A-Za-z][A-Za-z0-9]{0,9}$/.test(prefix)) {
    throw new Misuse('a prefix has up to ten letters and digits, and begins with a letter');
  }
  const script = scriptFor(prefix);
  if (!options.install) return void process.stdout.write(script);
  // Known to Git alone: hooks may be in a folder of their own, and a working tree in one far from its repository.
  const file = resolve(
    execFileSync('git', ['rev-parse', '--git-path', 'hooks/prepare-commit-msg'], git).trim(),
  );
  if (existsSync(file) && !readFileSync(file, 'utf8').includes(mark)) {
    throw new Error(`${file} is there already: add to it what "taskboard hook ${prefix}" prints`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  console.log(`${file} puts the number of a card from the name of the branch into messages of commits`);
}

const git = { encoding: 'utf8', stdio: 'pipe' } as const;

const mark = 'made by "taskboard hook"';

/**
 * For the shell that comes with Git, so that committing needs neither Node nor the service. Messages that Git makes itself, those of commits that
 * are to be squashed into others, and those that name the card already stay as they are.
 */
const scriptFor = (prefix: string): string => `#!/bin/sh
# Begins messages of commits with the card that the branch is for, such as ${prefix}-12: ${mark}.
case "$2" in merge | squash | commit) exit 0 ;; esac
branch=$(git symbolic-ref --quiet --short HEAD) || exit 0
number=$(printf '/%s/\\n' "$branch" | tr '[:lower:]' '[:upper:]' |
  awk 'match($0, /[^A-Z0-9]${prefix.toUpperCase()}-[0-9]+[^A-Z0-9]/) { print substr($0, RSTART + ${prefix.length + 2}, RLENGTH - ${prefix.length + 3}) }')
[ -n "$number" ] || exit 0
card=${prefix}-$number
message=$(git stripspace --strip-comments <"$1")
case "$message" in fixup!* | squash!* | amend!*) exit 0 ;; esac
printf '%s\\n' "$message" | grep -qiw -e "$card" && exit 0
rest=$(cat "$1"; printf .)
printf '%s %s' "$card" "\${rest%.}" >"$1"
`;
