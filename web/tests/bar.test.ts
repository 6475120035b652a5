import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { noBrowser, visited } from './browser.ts';
import { shows } from './looking.ts';

/* The bar of a board. */

const skip = noBrowser;
const service = skip ? undefined : await visited();

/** Collects what moved without the user having done anything. */
const watchShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .flatMap(({ sources }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 120)))))
    .observe({ type: 'layout-shift', buffered: true });`;

const long = 'A board whose name is longer than any bar that it will ever stand in, or near it, at any time';

for (const others of [0, 2, 8]) {
  for (const width of [1440, 1000, 390]) {
    test(`nothing of the bar moves while its parts come: ${others} others, ${width} pixels wide`, {
      skip,
    }, async () => {
      assert.ok(service);
      const name = `p${others}w${width}`;
      const ada = await service.signUp(`ada${name}`);
      const made = await makeBoard(ada);
      await ada.call(api.boards.update, { params: { boardPublicId: made.board }, body: { name: long } });
      await makeCard(ada, nth(made.lists, 0), { title: 'A' });
      const people = [ada];
      for (let n = 0; n < others; n++) {
        const other = await service.signUp(`${name}n${n}`);
        await addMember(service, made.workspace, other, { role: 'guest' });
        people.push(other);
      }
      // Who does not take part has no face.
      await ada.call(api.invites.inviteMember, {
        params: { workspacePublicId: made.workspace },
        body: { email: `${name}@invited.example` },
      });
      // The owner may share the board; a guest has a pill in the bar.
      for (const who of people.slice(0, 2)) {
        const { page, complaints } = await service.visitor(
          { viewport: { width, height: 800 }, reducedMotion: 'reduce' },
          who,
        );
        await page.addInitScript(watchShifts);
        await page.goto(`/b/${made.board}`);
        await shows(page, 'To do', ['A']);
        await page.locator('.top .star').waitFor();
        if (width > 640) await page.getByRole('navigation', { name: 'Views' }).waitFor();
        if (width > 900 && others > 0) await page.locator('.top .people .avatar').first().waitFor();
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        assert.deepEqual(await page.evaluate('window.shifts'), []);
        assert.deepEqual(complaints, []);
      }
    });
  }
}
