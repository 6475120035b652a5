import { Advice } from './advice.ts';

/** How earlier versions of these tools ended what they had cut; agents have written it back in place of the rest. */
const remark = /… \(\d+ more(?: characters)?\)\s*$/;

/** Throws `Advice` for a text that was cut, unless it has always ended so. */
export async function refuseCut(
  argument: string,
  text: string | null | undefined,
  stored: () => Promise<string | null> = async () => null,
): Promise<void> {
  const [end] = remark.exec(text ?? '') ?? [];
  if (end === undefined || (await stored())?.endsWith(end)) return;
  throw new Advice(
    `${argument} ends with “${end.trim()}”: it seems to have been cut, and writing it would lose the rest. ` +
      'Read the whole text by get_card, and change a passage of it by edit_text.',
  );
}
