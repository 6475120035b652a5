import type { Cover } from '../../../contract/cover.ts';

/*
 * The cover of a card as it is stored: null for the newest picture on it, `none`, a colour, or the id of an attachment. The
 * measures of its small version follow the id once there is one, so that tiles look up nothing: `abc.640.480`.
 */

const none = 'none';

/** A stored cover that is a picture, with its measures if they are known. */
export function pictureOf(
  stored: string | null,
): { id: string; width?: number; height?: number } | undefined {
  if (stored === null || stored === none || stored.startsWith('#')) return undefined;
  const [id = '', width, height] = stored.split('.');
  return width === undefined ? { id } : { id, width: Number(width), height: Number(height) };
}

export const storedPicture = (id: string, width: number | null, height: number | null): string =>
  width === null || height === null ? id : `${id}.${width}.${height}`;

/** A cover that a copy of the card can have: pictures stay with their card. */
export const withoutPicture = (stored: string | null): string | null => (pictureOf(stored) ? null : stored);

export function storedCover(given: Cover | null, before: string | null): string | null {
  const { attachmentPublicId: id, colour, newest } = given ?? {};
  if (colour !== undefined) return colour;
  if (id !== undefined) return pictureOf(before)?.id === id ? before : id;
  return newest ? null : none;
}

export function shownCover(stored: string | null): Cover | null {
  if (stored === null) return { newest: true };
  if (stored === none) return null;
  const picture = pictureOf(stored);
  return picture ? { attachmentPublicId: picture.id } : { colour: stored };
}

/** The properties of a tile: what it shows, and what was chosen. `newest` is the JSON of the newest picture. */
export function coverJson(line: string, newest: string): string {
  if (line === '') return `"cover":${newest}`;
  const choice = shownCover(line);
  const { id, ...measures } = pictureOf(line) ?? {};
  const cover =
    id === undefined ? choice : 'width' in measures ? { attachmentPublicId: id, ...measures } : null;
  return `"cover":${JSON.stringify(cover)},"coverChoice":${JSON.stringify(choice)}`;
}
