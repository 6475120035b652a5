import { noBrowser } from '../browser.ts';
import { chromium } from './chromium.ts';
import { playIn } from './scenarios.ts';

await playIn('Chromium', noBrowser, chromium);
