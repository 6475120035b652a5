import type { Warnings } from '../warnings.ts';
import { type Fields, listOf, textOf } from './fields.ts';

/** The description of a card with its attachments as links below it: an export names files, it does not hold them. */
export function withAttachments(card: Fields, warnings: Warnings): string {
  const description = textOf(card.desc);
  const attachments = listOf(card.attachments);
  if (attachments.length === 0) return description;
  const uploads = attachments.filter(({ isUpload }) => isUpload === true).length;
  warnings.add('attached files kept as links in the description; the board tool keeps the files', uploads);
  warnings.add('attached links kept in the description', attachments.length - uploads);
  const links = attachments.map(linkTo).join('\n');
  const below = `**Attachments**\n\n${links}`;
  return description === '' ? below : `${description}\n\n${below}`;
}

function linkTo({ name, url }: Fields): string {
  const address = textOf(url);
  const label = (textOf(name).trim() || address).replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
  return /^https?:\/\//i.test(address)
    ? `- [${label}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : `- ${label}`;
}
