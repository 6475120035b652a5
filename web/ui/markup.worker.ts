import { micromark } from 'micromark';
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';
import type { Asked, Made } from './markup.ts';
import { know } from './named.ts';

/*
 * Turns Markdown into HTML, beside the page: some texts take long, and one who writes such a text shall not hold up who
 * reads it. HTML in the text stays text.
 */

/** Elements within each other; deeper ones hold up the browser, and nobody means them. */
const deepest = 60;
/** Characters of HTML. */
const longest = 400_000;

type Handle = NonNullable<NonNullable<ReturnType<typeof gfmTableHtml>['enter']>['data']>;

/** Says of a check box where its mark stands in the text, so that it can be ticked. */
const placed: Handle = function (token) {
  this.tag(`<input type="checkbox" data-at="${token.start.offset + 1}" `);
};

// Without notes at the foot: they are found by names, which several texts on a page would share.
const htmlOf = (text: string): string =>
  micromark(text, {
    extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    htmlExtensions: [
      gfmAutolinkLiteralHtml(),
      gfmStrikethroughHtml(),
      gfmTableHtml(),
      gfmTaskListItemHtml(),
      // The name is that of an extension, which the types of what it extends do not know.
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

// It was loaded: from here on it is known how long a text takes.
postMessage({ id: 0, html: null } satisfies Made);
