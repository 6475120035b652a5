import type { Warnings } from '../warnings.ts';
import { type Fields, listOf, textOf, timeOf } from './fields.ts';
import type { People } from './people.ts';

/** The attachments of a card: files to fetch, and a description that ends with links to the others. */
export interface Attached {
  description: string;
  files: Fields[];
}

/** Returns why a file cannot be fetched, as a kind of loss; undefined if it can. */
export type SkipReason = (file: Fields, index: number) => string | undefined;

/** An export names files, but does not contain them. */
export const notHeld: SkipReason = () =>
  'attached files kept as links in the description; Trello keeps the files';

export function readAttachments(
  card: Fields,
  people: People,
  hindrance: SkipReason,
  warnings: Warnings,
): Attached {
  const description = textOf(card.desc);
  const files: Fields[] = [];
  const links: string[] = [];
  for (const attachment of listOf(card.attachments)) {
    const isFile = attachment.isUpload === true;
    const loss = isFile ? hindrance(attachment, files.length) : undefined;
    if (isFile && loss === undefined) {
      files.push(attachment);
      continue;
    }
    if (loss === undefined) warnings.note('attached links kept in the description');
    else warnings.add(loss);
    links.push(linkTo(attachment, people));
  }
  if (links.length === 0) return { description, files };
  const below = `**Attachments**\n\n${links.join('\n')}`;
  return { description: description === '' ? below : `${description}\n\n${below}`, files };
}

/** A line of Markdown: the name as a link, and who attached it when, if known. */
export function linkTo({ name, url, idMember, date }: Fields, { nameOf }: People): string {
  const address = textOf(url);
  const label = escaped(textOf(name).trim() || address);
  const at = timeOf(date);
  const day = at === null ? undefined : new Date(at / 1000).toISOString().slice(0, 10);
  const by = nameOf(idMember);
  const origin = [...(by === undefined ? [] : [escaped(by)]), ...(day === undefined ? [] : [day])].join(', ');
  const link = /^https?:\/\//i.test(address)
    ? `[${label}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : label;
  return `- ${link}${origin && ` (${origin})`}`;
}

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
