import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { noBrowser, signIn, visited } from './browser.ts';
import { until } from './looking.ts';

/*
 * Malicious texts, wherever users can write any. In a real browser, none of their scripts runs, nothing is requested
 * from other hosts, and the page's policy reports no violation, because nothing gets that far.
 */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** What every script of the corpus calls; the page has no such function. */
const mark = 'hacked()';
const elsewhere = 'http://elsewhere.invalid';

const attacks = [
  `<script>${mark}</script>`,
  `<SCRIPT SRC=${elsewhere}/x.js></SCRIPT>`,
  `<scr<script>ipt>${mark}</scr</script>ipt>`,
  `<img src=x onerror=${mark}>`,
  `<img src="${elsewhere}/pixel.png">`,
  `<img/src=\`x\`/onerror=${mark}>`,
  `<svg onload=${mark}>`,
  `<svg><script>${mark}</script></svg>`,
  `<svg><animate onbegin=${mark} attributeName=x dur=1s>`,
  `<svg><style><img src=x onerror=${mark}></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${mark}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${mark}>`,
  `<noscript><p title="</noscript><img src=x onerror=${mark}>">`,
  `<template><script>${mark}</script></template>`,
  `<iframe src="javascript:${mark}"></iframe>`,
  `<iframe srcdoc="<script>parent.${mark}</script>"></iframe>`,
  `<object data="data:text/html,<script>${mark}</script>"></object>`,
  `<embed src="${elsewhere}/x.swf">`,
  `<link rel=stylesheet href=${elsewhere}/x.css>`,
  `<style>@import '${elsewhere}/x.css'; body { display: none }</style>`,
  `<meta http-equiv=refresh content="0; url=${elsewhere}">`,
  `<base href="${elsewhere}/">`,
  `<body onload=${mark}>`,
  `<details open ontoggle=${mark}>`,
  `<input autofocus onfocus=${mark}>`,
  `<video><source onerror=${mark}></video>`,
  `<form action="${elsewhere}"><button>Send</button></form>`,
  `<a href="javascript:${mark}">a</a>`,
  `<div style="position:fixed;inset:0;background:url(${elsewhere}/x.png)">a</div>`,
  `[a](javascript:${mark})`,
  `[a](JaVaScRiPt:${mark})`,
  `[a](java\tscript:${mark})`,
  `[a](&#106;avascript&colon;${mark})`,
  `[a](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A${mark})`,
  `[a](vbscript:${mark})`,
  `[a](data:text/html;base64,PHNjcmlwdD5oYWNrZWQoKTwvc2NyaXB0Pg==)`,
  `[a]: javascript:${mark}\n\n[a]`,
  `<javascript:${mark}>`,
  `[a](x "onmouseover=${mark}")`,
  `[a](x "\\"><img src=x onerror=${mark}>")`,
  `[\\"><img src=x onerror=${mark}>](x)`,
  `![a](javascript:${mark})`,
  `![a](${elsewhere}/pixel.png)`,
  `![a](${elsewhere}/pixel.png "b")`,
  `![a][b]\n\n[b]: ${elsewhere}/pixel.png`,
  `[![a](${elsewhere}/pixel.png)](${elsewhere})`,
  `![a](data:image/svg+xml,<svg onload=${mark}>)`,
  `![\\"onerror=${mark} x=\\"](x)`,
  `![a](/api/v1/attachments/aaaaaaaaaaaaaaaa/content)`,
  `![a](//elsewhere.invalid/pixel.png)`,
  `http://elsewhere.invalid/"onmouseover="${mark}`,
  `\`\`\`"><script>${mark}</script>\na\n\`\`\``,
  `&lt;script&gt;${mark}&lt;/script&gt;`,
  `&#60;img src=x onerror=${mark}&#62;`,
  `- [ ] <img src=x onerror=${mark}>`,
  `|<img src=x onerror=${mark}>|\n|-|\n|[a](javascript:${mark})|`,
  `[^1]\n\n[^1]: <img src=x onerror=${mark}>`,
  `<!--><img src=x onerror=${mark}>-->`,
  `<![CDATA[><img src=x onerror=${mark}>]]>`,
  `<a id=app></a><a name=body></a>`,
  `\u202e<script>${mark}</script>`,
] as const;

/** Texts of the max length that are slow to render. */
const filled = (part: string): string => part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000);

const long = [
  '>',
  '>- ',
  '- ',
  '1. ',
  '[',
  ']',
  '![',
  '[a](',
  '*a **a ',
  '*_~',
  '~a',
  '**a',
  '`a',
  '|',
  '<a@',
  'a\n',
  'a|b\n-|-\n',
  '- [ ] a\n',
  '[a]: b\n',
  '&#x',
  '<!--',
  '\n',
  '<b>',
  '\\',
  'http://a',
  '@adaada ',
  '@[',
  '@[a](member:',
].map(filled);

/** Records everything a page was made to do that it must not do. */
async function watched(name: string) {
  assert.ok(service);
  const ada = await service.signUp(name);
  const made = await makeBoard(ada);
  const visitor = await service.visitor();
  await visitor.page.addInitScript(`
    globalThis.violations = [];
    globalThis.hacked = () => globalThis.violations.push('a script has run');
    addEventListener('securitypolicyviolation', (event) =>
      globalThis.violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));
  `);
  await signIn(visitor.page, name);
  const violations = (): Promise<string[]> => visitor.page.evaluate('globalThis.violations');
  return { ada, violations, ...made, ...visitor };
}

/** Elements and attributes of the resulting markup that could do harm. */
const harmful = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.markdown *, .card-title *, .title-field *, .label *')].flatMap((each) => {
    const bad = 'SCRIPT STYLE IFRAME OBJECT EMBED LINK META BASE FORM SVG MATH VIDEO AUDIO TEMPLATE NOSCRIPT DETAILS BUTTON';
    const found = bad.split(' ').includes(each.tagName.toUpperCase()) ? [each.outerHTML] : [];
    for (const { name, value } of each.attributes) {
      if (/^on|^style$|^id$|^name$|^srcdoc$|^formaction$/.test(name)) found.push(each.outerHTML);
      if (/^(?:href|src)$/.test(name) && !/^(?:https?:|mailto:|xmpp:|ircs?:|[/?#]|[^:]*$)/i.test(value)) found.push(each.outerHTML);
      if (name === 'src') found.push(each.outerHTML);
    }
    if (each.tagName === 'A' && each.origin !== location.origin && each.rel !== 'noopener noreferrer nofollow') found.push(each.outerHTML);
    return found;
  })`);

/** Waits until an expression is true on the page. */
async function holds(page: Page, expression: string, what = expression): Promise<void> {
  for (let tries = 0; tries < 2400; tries++) {
    if (await page.evaluate(`Boolean(${expression})`)) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`never: ${what}`);
}

/** Waits until all texts are rendered. */
const shown = (page: Page) => holds(page, '!document.querySelector(".markdown.plain")');

test('no text in a description or a comment does anything', { skip }, async () => {
  const { page, ada, lists, violations, complaints } = await watched('ada');
  const each = attacks.map((attack, index) => `${index}:\n\n${attack}\n`);
  for (let from = 0; from < attacks.length; from += 16) {
    const some = each.slice(from, from + 16);
    const card = await makeCard(ada, nth(lists, 0), { description: some.join('\n') });
    const params = { cardPublicId: card };
    // One by one as well: an element left open by one text may be closed by the next.
    for (const comment of some) await ada.call(api.comments.create, { params, body: { comment } });
    await page.goto(`/c/${card}`);
    await page
      .locator('.comment')
      .nth(some.length - 1)
      .waitFor();
    await shown(page);
    // What is formatted meanwhile moves a link away from under the pointer.
    for (const link of await page.locator('.markdown a[href]').all())
      await until(
        async () => (await link.hover({ force: true }).catch(String)) === undefined,
        'one points at the link',
      );
    assert.deepEqual(await harmful(page), []);
    assert.deepEqual(await violations(), []);
  }
  assert.deepEqual(complaints, []);
});

test('no name does anything: of cards, labels, lists, boards, checklists, items, files, people', {
  skip,
}, async () => {
  const { page, ada, board, lists, labels, violations, complaints } = await watched('mary');
  const name = `<img src=x onerror=${mark}>`;
  await ada.call(api.users.update, { body: { name } });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { name } });
  await ada.call(api.lists.update, { params: { listPublicId: nth(lists, 0) }, body: { name } });
  await ada.call(api.labels.update, {
    params: { labelPublicId: nth(labels, 0) },
    body: { name: name.slice(0, 36) },
  });
  for (const title of attacks)
    await makeCard(ada, nth(lists, 1), { title: title.replace(/[\s\u202e]+/g, ' ') });
  const card = await makeCard(ada, nth(lists, 0), {
    title: name,
    labelPublicIds: labels,
    description: '@<img',
  });
  const params = { cardPublicId: card };
  await ada.call(api.comments.create, { params, body: { comment: 'a' } });
  const { publicId } = await ada.call(api.checklists.create, { params, body: { name } });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: publicId },
    body: { title: name },
  });
  await page.goto(`/c/${card}`);
  await page.locator('input[data-attach]').setInputFiles([
    { name: `${name}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(`<svg onload="${mark}"/>`) },
    { name: `${name}.html`, mimeType: 'text/html', buffer: Buffer.from(`<script>${mark}</script>`) },
  ]);
  await page.locator('.file a[download]').nth(1).waitFor();
  assert.equal(await page.locator('.files img').count(), 0, 'pictures that hold scripts are not shown');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.locator('.happened').first().waitFor();
  for (const picker of ['Labels', 'Members']) {
    await page.locator(`[data-picker=${picker}]`).click();
    await page.locator('.picker:popover-open [role=option]').first().waitFor();
    await page.keyboard.press('Escape');
  }
  await page.locator('[data-picker=List]').click();
  await page
    .getByLabel('List', { exact: true })
    .locator('option', { hasText: name })
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await shown(page);
  assert.deepEqual(await harmful(page), []);
  assert.deepEqual(await violations(), []);
  assert.deepEqual(complaints, []);
});

test('what the files of a card hold does nothing either when it is opened', { skip }, async () => {
  const { page, context, ada, lists, complaints } = await watched('rosa');
  const card = await makeCard(ada, nth(lists, 0));
  await page.goto(`/c/${card}`);
  const html = `<script>document.title = "${mark}"</script><img src="${elsewhere}/x.png">`;
  await page
    .locator('input[data-attach]')
    .setInputFiles([{ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(html) }]);
  await page.locator('.file a[download]').waitFor();
  const { attachments } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  const reply = await context.request.get(nth(attachments, 0).url);
  assert.match(reply.headers()['content-security-policy'] ?? '', /default-src 'none'.*sandbox/);
  assert.match(reply.headers()['content-disposition'] ?? '', /^attachment/);
  assert.deepEqual(complaints, []);
});

test('no text blocks the page: slow work runs in the background, and deep nesting stays plain text', {
  skip,
}, async () => {
  const { page, ada, lists, violations, complaints } = await watched('eve');
  const params = { cardPublicId: await makeCard(ada, nth(lists, 0), { description: nth(long, 0) }) };
  for (const comment of long.slice(1)) await ada.call(api.comments.create, { params, body: { comment } });
  await page.goto(`/c/${params.cardPublicId}`);
  await page
    .locator('.comment')
    .nth(long.length - 2)
    .waitFor();
  // The worker has answered for all of them: each is rendered, or shown as written.
  await holds(
    page,
    `[...document.querySelectorAll('.comment, .description')].every((each) =>
    each.querySelector('.markdown:not(.plain):not([hidden])') || each.querySelector('.markdown.plain')?.textContent.length > 0)`,
  );
  const deepest =
    await page.evaluate(`Math.max(...[...document.querySelectorAll('.markdown *')].map((each) => {
    let depth = 0;
    for (let at = each; !at.matches('.markdown'); at = at.parentElement) depth++;
    return depth;
  }), 0)`);
  assert.ok((deepest as number) <= 64, `${String(deepest)} deep`);
  // The page still responds, and shows other texts.
  await ada.call(api.comments.create, { params, body: { comment: 'still *here*' } });
  await page.locator('.comment em', { hasText: 'here' }).waitFor({ timeout: 120_000 });
  assert.deepEqual(await violations(), []);
  assert.deepEqual(complaints, []);
});

test('the policy stops what is planted on the page, and says so', { skip }, async () => {
  const { page, violations, lists, ada } = await watched('joan');
  await page.goto(`/c/${await makeCard(ada, nth(lists, 0))}`);
  await page.getByText('Write a comment').waitFor();
  /** Runs as a script of the page: what tests evaluate is not subject to the policy. */
  const planted: readonly [what: string, script: string, directive: string][] = [
    [
      'a script in the page',
      `{ const s = document.createElement('script'); s.append('${mark}'); document.body.append(s); }`,
      'script-src-elem|require-trusted-types-for',
    ],
    [
      'a handler in markup',
      `document.body.setAttribute('onclick', '${mark}')`,
      'script-src-attr|require-trusted-types-for',
    ],
    [
      'markup from a text',
      `document.body.insertAdjacentHTML('beforeend', '<b>a</b>')`,
      'require-trusted-types-for',
    ],
    [
      'a picture from elsewhere',
      `{ const i = new Image(); i.src = '${elsewhere}/x.png'; document.body.append(i); }`,
      'img-src',
    ],
    ['a request elsewhere', `fetch('${elsewhere}').catch(() => undefined)`, 'connect-src'],
    ['a style in markup', `document.body.setAttribute('style', 'color: red')`, 'style-src-attr'],
    [
      'a frame',
      `{ const f = document.createElement('iframe'); f.src = '${elsewhere}'; document.body.append(f); }`,
      'frame-src',
    ],
    ['another policy', `trustedTypes.createPolicy('mine', {})`, 'trusted-types'],
  ];
  for (const [what, script, directive] of planted) {
    const before = (await violations()).length;
    await page.evaluate(`try { ${script} } catch {}`);
    await holds(page, `globalThis.violations.length > ${before}`, what);
    const found = (await violations()).slice(before);
    assert.ok(
      found.some((each) => new RegExp(directive).test(each)),
      `${what}: ${found.join()}`,
    );
  }
  assert.ok(!(await violations()).includes('a script has run'));
});
