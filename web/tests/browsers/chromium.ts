import { browserOfProcess } from '../browser.ts';
import { asJson, type Driver } from './driver.ts';

/* Chromium, in which a scenario that fails elsewhere shows whether the scenario or the browser is at fault. */

/** What Chromium says of what is in order: a wrong password, and the header with which one signs out. */
const expected = /^(?:Failed to load resource: .* status of 401|Clear-Site-Data header on)/;

export async function chromium(own: string): Promise<Driver> {
  const browser = await browserOfProcess();
  return {
    async open() {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (!expected.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => {
        const url = request.url();
        if (!/^(?:blob|data):/.test(url) && !url.startsWith(own)) complaints.push(`asked for ${url}`);
      });
      return {
        async go(address) {
          await page.goto(address);
        },
        async evaluate<T>(expression: string) {
          return JSON.parse(await page.evaluate<string>(asJson(expression))) as T;
        },
        async point(...steps) {
          for (const step of steps)
            await (typeof step === 'object' ? page.mouse.move(step.x, step.y) : page.mouse[step]());
        },
        async press(...steps) {
          for (const { is, key } of steps) await page.keyboard[is](key);
        },
        resize: (width, height) => page.setViewportSize({ width, height }),
        picture: () => page.screenshot(),
        complaints: () => complaints,
        close: () => page.close(),
      };
    },
    // The process closes it.
    close: async () => undefined,
  };
}
