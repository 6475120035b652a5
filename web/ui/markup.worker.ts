import { micromark } from 'micromark';
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';
import { lineBreaks, lineBreaksHtml } from './line-breaks.ts';
import type { Asked, Made } from './markup.ts';
import { mentions, mentionsHtml } from './mentions.ts';
import { know } from './named.ts';

/*
 * Turns Markdown into HTML off the main thread: some texts take long, and the author of such a text must not block its
 * readers. HTML in the text is shown as text.
 */

/** Max depth of nested elements; deeper ones slow browsers down, and nobody writes them on purpose. */
const deepest = 60;
/** Max characters of HTML. */
const longest = 400_000;

type Handle = NonNullable<NonNullable<ReturnType<typeof gfmTableHtml>['enter']>['data']>;

/** Records where a check box's mark is in the text, so that it can be ticked. */
const placed: Handle = function (token) {
  this.tag(`<input type="checkbox" data-at="${token.start.offset + 1}" `);
};

// Without footnotes: they are linked by ids, which several texts on a page would share.
const htmlOf = (text: string): string =>
  micromark(text, {
    extensions: [
      gfmAutolinkLiteral(),
      gfmStrikethrough(),
      gfmTable(),
      gfmTaskListItem(),
      lineBreaks,
      mentions,
    ],
    htmlExtensions: [
      gfmAutolinkLiteralHtml(),
      gfmStrikethroughHtml(),
      gfmTableHtml(),
      gfmTaskListItemHtml(),
      lineBreaksHtml,
      mentionsHtml,
      // The name belongs to an extension that the types do not know.
      { enter: { ['taskListCheck' as 'data']: placed } },
    ],
  });

function isDeep(html: string): boolean {
  let depth = 0;
  for (const [tag] of html.matchAll(/<\/?(?:blockquote|ul|ol|li|em|strong|del)\b/g)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth > deepest) return true;
  }
  return false;
}

addEventListener('message', ({ data: { id, text, named } }: MessageEvent<Asked>) => {
  know(named);
  const html = htmlOf(text);
  const isUsable = html.length <= longest && !isDeep(html);
  postMessage({ id, html: isUsable ? html : null } satisfies Made);
});

// Report that the worker has loaded: from now on, rendering time is measured.
postMessage({ id: 0, html: null } satisfies Made);
