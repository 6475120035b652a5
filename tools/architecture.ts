/* The rules of ARCHITECTURE.md that can be checked automatically: imports, file lengths, and forbidden calls. */

/** A source file: its path from the root of the repository, and its text. */
export interface Source {
  path: string;
  text: string;
}

/** The base of all domains; it must not import any of them. */
const foundation = 'base';

/** The tables of all domains, with their rows and the SQL fragments that read them; it may import only the foundation. */
const data = 'data';

/** What hangs on cards, read for several domains; it may import only the layers before it. */
const reading = 'reading';

/** A domain may import only those before it. */
const domains = (
  'users workspaces roles members bots invites directory boards lists labels views fields cards relations claims plans templates trash checklists comments attachments ' +
  'activities undo code rules webhooks notifications push realtime integrations imports exports mailboxes calendars search audit operator health docs mcp pages'
).split(' ');

/** The layers of the pages. A folder may import only those before it, so no two folders import each other. */
const floors = 'messages sync ui app board card commands views pages transfers public-board'.split(' ');

const maxLines = 300;

const bannedCalls: { pattern: RegExp; instead: string; allowed: RegExp }[] = [
  {
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    instead: 'the clock of the service',
    allowed: /^server\/src\/base\/(clock|db\/migrate)\.ts$/,
  },
  { pattern: /\bMath\.random\(/, instead: 'node:crypto', allowed: /^$/ },
];

/** Database drivers: only the engines may import them. */
const drivers = ['better-sqlite3', 'pg'];

/** The agent protocol's packages; they are large, so they are loaded on first use. */
const agentSdk = '@modelcontextprotocol/';
const loadsAgents = /^import (?!type\b)[^;]*'(?:\.\.\/)+mcp\/[^']*'/m;

/** Every violation of a rule, as `path: reason`. */
export function breaches(sources: readonly Source[]): string[] {
  const found = sources.flatMap((source) => [...importBreaches(source), ...textBreaches(source)]);
  return [...found, ...cycles(sources)];
}

export const isTest = (path: string): boolean =>
  path.endsWith('.test.ts') || /^(?:server\/src\/testing|web\/tests)\//.test(path);

function importBreaches({ path, text }: Source): string[] {
  if (isTest(path)) return [];
  return importsOf({ path, text }).flatMap((target) => {
    const why = whyNot(path, target);
    return why ? [`${path}: imports ${target}: ${why}`] : [];
  });
}

/** Why `from` may not import `to`; undefined if it may. */
function whyNot(from: string, to: string): string | undefined {
  const [area = ''] = from.split('/');
  const isOurs = to.includes('/') && /\.tsx?$/.test(to);
  if (isTest(to)) return 'only tests import tests';
  if (area === 'contract') {
    return to === 'typebox' || to.startsWith('contract/') ? undefined : 'the contract imports nothing';
  }
  if (to.startsWith(agentSdk) && area !== 'mcp') return 'only mcp/ speaks the protocol of agents';
  if (area === 'mcp') {
    const isKnown =
      ['typebox', 'ajv', 'node:crypto'].includes(to) ||
      to.startsWith(agentSdk) ||
      /^(mcp|contract)\//.test(to);
    return isKnown ? undefined : 'tools for agents know only the contract';
  }
  if (area === 'web' && isOurs && !/^(web|contract)\//.test(to)) return 'the web imports only the contract';
  if (area === 'web' && to.startsWith('web/')) return betweenFloors(from, to);
  if (!from.startsWith('server/src/')) return undefined;
  if (drivers.includes(to) && !from.startsWith('server/src/base/db/')) return 'only db/ knows the engines';
  if (from.startsWith('server/src/mcp/') && to.startsWith('mcp/')) return undefined;
  if (isOurs && !/^(server\/src|contract)\//.test(to))
    return 'the server imports only itself and the contract';
  return to.startsWith('server/src/') ? betweenDomains(from, to) : undefined;
}

/** Files outside the folders, such as the route table, assemble the pages: they may import all layers; no layer may import them. */
function betweenFloors(from: string, to: string): string | undefined {
  const [source = '', target = ''] = [from, to].map((path) => path.split('/')[1] ?? '');
  if (source === target || /\.tsx?$/.test(source)) return undefined;
  if (/\.tsx?$/.test(target)) return 'only the start puts the pages together';
  if (!floors.includes(source)) return `${source} is no floor of the pages`;
  return floors.indexOf(target) < floors.indexOf(source) ? undefined : `${target} is not below ${source}`;
}

function betweenDomains(from: string, to: string): string | undefined {
  const [source = '', target = ''] = [from, to].map((path) => path.split('/')[2] ?? '');
  // Files at the root of the server assemble the whole service.
  if (source.endsWith('.ts') || source === target) return undefined;
  if (target.endsWith('.ts'))
    return ['routes.ts', 'start.ts'].includes(target) ? 'only the start puts all together' : undefined;
  if (source === foundation) return target === foundation ? undefined : 'the foundation knows no domain';
  if (source === data) return [foundation, data].includes(target) ? undefined : 'data knows no domain';
  if ([foundation, data, reading].includes(target)) return undefined;
  if (source === reading) return 'reading knows no domain';
  if (!domains.includes(source)) return `${source} is neither a domain nor part of the foundation`;
  if (!/^(actions|flows|jobs)(\.ts|\/)/.test(fileOf(to))) {
    return 'of another domain only actions, flows and jobs may be imported';
  }
  return domains.indexOf(target) < domains.indexOf(source)
    ? undefined
    : `${target} does not come before ${source}`;
}

/** The path of a file relative to the folder of its domain. */
const fileOf = (path: string): string => path.split('/').slice(3).join('/');

function textBreaches({ path, text }: Source): string[] {
  const found: string[] = [];
  const lines = text.split('\n').length - 1;
  if (lines > maxLines && !isTest(path) && !/\/(migrations\/|tables\.ts$)/.test(path)) {
    found.push(`${path}: ${lines} lines; past ${maxLines} it becomes a folder with a file per verb`);
  }
  if (!path.startsWith('server/src/') || isTest(path)) return found;
  if (loadsAgents.test(text)) found.push(`${path}: loads mcp/ at the start: import() it when an agent comes`);
  found.push(...actionBreaches({ path, text }));
  for (const { pattern, instead, allowed } of bannedCalls) {
    if (pattern.test(text) && !allowed.test(path)) found.push(`${path}: ${pattern.source}: use ${instead}`);
  }
  return found;
}

/** Types that open changes, or that give access to something outside the database. */
const ofFlows = /\b(Service|Caller|Change|ChangeAs|ChangeAccounts|Prepare|Maintain|Upkeep)\b/;

/** An action takes its enclosing change and the input. Code that hashes, calls other services or opens changes is a flow. */
function actionBreaches({ path, text }: Source): string[] {
  if (fileOf(path) === 'actions.ts') return [`${path}: actions are a folder`];
  if (!fileOf(path).startsWith('actions/')) return [];
  const imports = [...text.matchAll(/^import\b[^;]*;/gms)].map(([each]) => each.replace(/'[^']*'/g, ''));
  const [, found] = ofFlows.exec(imports.join('')) ?? [];
  return found ? [`${path}: an action is handed its change: what needs a ${found} is a flow`] : [];
}

/** The imports of a file, including types: paths from the root for our own files, package names for others. */
function importsOf({ path, text }: Source): string[] {
  const specifiers = text.matchAll(
    /^(?:import\s+|(?:import|export)\b[^;]*?\bfrom\s+)'([^']+)'|\bimport\('([^']+)'\)/gms,
  );
  return [...specifiers].map(([, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? '';
    return specifier.startsWith('.') ? resolve(path, specifier) : specifier;
  });
}

function resolve(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The imports of a file except types. */
export const importsAtRunTime = ({ path, text }: Source): string[] =>
  importsOf({ path, text: withoutTypes(text) });

/** Import cycles at run time; type imports are ignored. */
function cycles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, importsAtRunTime(source)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      found.push(`a cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

/** The text without type imports; an import whose names are all types counts as one. */
const withoutTypes = (text: string): string =>
  text
    .replace(/^import type\b[^;]*;/gms, '')
    .replace(/^import \{([^}]*)\} from '[^']+';/gms, (whole, names: string) =>
      names.split(',').every((name) => /^\s*(type\b.*)?$/s.test(name)) ? '' : whole,
    );
