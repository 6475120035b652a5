import { Advice } from './advice.ts';

/** The marker that earlier versions of these tools put at the end of a cut text; agents have written it back to cards. */
const remark = /… \(\d+ more(?: characters)?\)\s*$/;

/** Throws `Advice` if a text was cut, unless the stored text already ends with the same marker. */
export async function refuseCut(
  argument: string,
  text: string | null | undefined,
  stored: () => Promise<string | null> = async () => null,
): Promise<void> {
  const [end] = remark.exec(text ?? '') ?? [];
  if (end === undefined || (await stored())?.endsWith(end)) return;
  throw new Advice(
    `${argument} ends with “${end.trim()}”: it seems to have been cut, and writing it would lose the rest. ` +
      'Read the whole text by read_card, and change a passage of it by edit_text.',
  );
}
