import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { CodeHostKind } from '../../../../contract/code-kinds.ts';
import { outlineOf } from '../../base/http/json-outline.ts';
import { itemsOfGitHub } from './github.ts';
import { itemsOfGitLab } from './gitlab.ts';
import { type Item, line, type Part } from './items.ts';

/** Beyond these, parsing would keep others waiting; hosts send a fraction of them. */
const most = { values: 60_000, depth: 40 };

const eventHeaders: Record<CodeHostKind, readonly string[]> = {
  github: ['x-github-event'],
  gitlab: ['x-gitlab-event'],
  gitea: ['x-gitea-event', 'x-forgejo-event'],
};

/** What a host calls the event of a delivery. */
export function eventOf(kind: CodeHostKind, headers: IncomingHttpHeaders): string {
  const given = eventHeaders[kind].map((name) => headers[name]).find((value) => typeof value === 'string');
  return line(String(given ?? ''), 60) || 'unknown';
}

/** What a delivery tells of, undefined if it cannot be read. Only for what was signed. */
export function itemsIn(
  kind: CodeHostKind,
  event: string,
  delivered: Buffer,
  now: number,
): Item[] | undefined {
  const body = parsed(delivered);
  if (body === undefined) return undefined;
  return kind === 'gitlab' ? itemsOfGitLab(body, now) : itemsOfGitHub(kind, event, body, now);
}

/** A delivery is JSON, or, as GitHub sends it by default, a form with the JSON in a field. */
function parsed(delivered: Buffer): Part {
  if (!isUtf8(delivered)) return undefined;
  const json = delivered.subarray(0, 8).toString() === 'payload=' ? fieldIn(delivered.toString()) : delivered;
  if (json === undefined) return undefined;
  const { isWhole, depth, values } = outlineOf(json);
  if (!isWhole || depth > most.depth || values > most.values) return undefined;
  try {
    return JSON.parse(json.toString());
  } catch {
    return undefined;
  }
}

function fieldIn(form: string): Buffer | undefined {
  const [field = ''] = form.slice('payload='.length).split('&', 1);
  try {
    return Buffer.from(decodeURIComponent(field.replaceAll('+', ' ')));
  } catch {
    return undefined;
  }
}
