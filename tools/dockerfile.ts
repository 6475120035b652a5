import { cpSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';

/*
 * Executes our Dockerfile without a container, which would take a daemon and its rights: each stage is a folder that
 * contains its absolute paths, and RUN executes a command of this machine. Rejects instructions that ours does not use.
 */

export interface Stage {
  /** The folder that represents `/`. */
  root: string;
  env: Record<string, string>;
  /** Instructions that configure the image, by name; the last of each name counts. */
  settings: Record<string, string>;
}

/** Executes a RUN instruction in the folder of the stage. */
export type Run = (command: string, cwd: string, env: Record<string, string>) => void;

const settings = ['WORKDIR', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'];

/** Builds all stages below `folder` from the files of `context`; returns the last one. */
export function build(context: string, folder: string, run: Run): Stage {
  const text = readFileSync(join(context, 'Dockerfile'), 'utf8').replace(/^\s*#.*\n/gm, '');
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', env: {}, settings: {} };
  for (const line of text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)) {
    const [, name = '', flags = '', rest = ''] = /^([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [, , as = 'last'] = rest.split(/\s+/);
      stage = { root: join(folder, as), env: {}, settings: {} };
      stages.set(as, stage);
    } else if (name === 'COPY') {
      const [, from] = /--from=(\S+)/.exec(flags) ?? [];
      copy(rest, stage, from === undefined ? context : stages.get(from)?.root, from === undefined);
    } else if (name === 'RUN') run(rest, inside(stage, '.'), stage.env);
    else if (name === 'ENV') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value;
    } else if (settings.includes(name)) stage.settings[name] = rest;
    else throw new Error(`this is not known here: ${line}`);
    mkdirSync(inside(stage, '.'), { recursive: true });
  }
  return stage;
}

/** The location of a path of the stage on this machine. */
export const inside = ({ root, settings: { WORKDIR = '/' } }: Stage, path: string): string =>
  path.startsWith('/') ? join(root, path) : join(root, WORKDIR, path);

/** The command in an instruction. Only the exec form is accepted: a shell would not pass signals on to the service. */
export const commandIn = ({ settings }: Stage, name: string): string[] =>
  JSON.parse(settings[name]?.replace(/^CMD\s+/, '') ?? '[]') as string[];

function copy(rest: string, stage: Stage, source: string | undefined, isContext: boolean): void {
  if (source === undefined) throw new Error(`there is no such stage: COPY ${rest}`);
  const ignored = isContext
    ? readFileSync(join(source, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
    : [];
  const paths = rest.split(/\s+/);
  const target = inside(stage, paths.pop() ?? '.');
  for (const path of paths) {
    const from = join(source, path);
    cpSync(from, lstatSync(from).isDirectory() ? target : join(target, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !ignored.some((pattern) => matchesGlob(relative(source, file), pattern)),
    });
  }
}
