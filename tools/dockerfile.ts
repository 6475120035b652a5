import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';

/*
 * Executes a Dockerfile without a container: each stage is a folder that contains its absolute paths, and RUN executes a
 * command of this machine. It supports only the instructions that our Dockerfile uses, and rejects others.
 */

export interface Stage {
  /** The folder that represents `/`. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string | undefined;
  volumes: string[];
  entrypoint: string[];
  cmd: string[];
  healthcheck: string[];
}

export interface Instruction {
  name: string;
  /** `--from=build` as `from: build`. */
  flags: Record<string, string>;
  rest: string;
}

/** Executes a RUN instruction in the folder of the stage. */
export type Run = (command: string, cwd: string, env: Record<string, string>) => void;

export function parseDockerfile(text: string): Instruction[] {
  const whole = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return whole.split('\n').flatMap((line) => {
    const [, name = '', flags = '', rest = ''] = /^\s*([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? [];
    if (line.trim() !== '' && name === '') throw new Error(`this is no instruction: ${line}`);
    return name === '' ? [] : [{ name, flags: flagsOf(flags), rest: rest.trim() }];
  });
}

const flagsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]));

/** Builds all stages below `folder` from the files of `context`; returns the last one. */
export function build(instructions: Instruction[], context: string, folder: string, run: Run): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') {
      const [, , name = 'last'] = instruction.rest.split(/\s+/);
      stage = emptyStage(join(folder, name));
      stages.set(name, stage);
      continue;
    }
    if (stage === undefined) throw new Error('FROM comes first');
    if (instruction.name === 'COPY') copy(instruction, stage, stages, context);
    else if (instruction.name === 'RUN') run(instruction.rest, inside(stage, '.'), stage.env);
    else configure(instruction, stage);
  }
  if (stage === undefined) throw new Error('there is no FROM');
  return stage;
}

function emptyStage(root: string): Stage {
  mkdirSync(root, { recursive: true });
  return {
    root,
    workdir: '/',
    env: {},
    user: undefined,
    volumes: [],
    entrypoint: [],
    cmd: [],
    healthcheck: [],
  };
}

/** The location of a path of the stage on this machine. */
export const inside = (stage: Stage, path: string): string =>
  path.startsWith('/') ? join(stage.root, path) : join(stage.root, stage.workdir, path);

function configure({ name, rest }: Instruction, stage: Stage): void {
  if (name === 'WORKDIR') {
    stage.workdir = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  } else if (name === 'ENV') Object.assign(stage.env, variables(rest));
  else if (name === 'USER') stage.user = rest;
  else if (name === 'VOLUME') stage.volumes.push(rest);
  else if (name === 'ENTRYPOINT') stage.entrypoint = execForm(rest);
  else if (name === 'CMD') stage.cmd = execForm(rest);
  else if (name === 'HEALTHCHECK') stage.healthcheck = execForm(rest.replace(/^CMD\s+/, ''));
  else if (name !== 'EXPOSE') throw new Error(`${name} is not known here`);
}

const variables = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));

/** Only the exec form is accepted: a shell would not pass signals on to the service. */
const execForm = (text: string): string[] => JSON.parse(text) as string[];

function copy({ flags, rest }: Instruction, stage: Stage, stages: Map<string, Stage>, context: string): void {
  const paths = rest.split(/\s+/);
  const target = inside(stage, paths.at(-1) ?? '.');
  const from = flags.from === undefined ? undefined : stages.get(flags.from);
  if (flags.from !== undefined && from === undefined) throw new Error(`there is no stage ${flags.from}`);
  const ignored = from ? () => false : ignoredIn(context);
  for (const path of paths.slice(0, -1)) {
    const source = from ? inside(from, path) : join(context, path);
    const isFolder = lstatSync(source).isDirectory();
    cpSync(source, isFolder ? target : join(target, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !ignored(file),
    });
  }
}

/** Returns whether `.dockerignore` excludes a file. */
function ignoredIn(context: string): (file: string) => boolean {
  const list = join(context, '.dockerignore');
  const patterns = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
  return (file) => patterns.some((pattern) => matchesGlob(relative(context, file), pattern));
}
