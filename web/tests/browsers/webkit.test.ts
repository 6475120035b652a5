import { playIn } from './scenarios.ts';
import { noWebkit, webkit } from './webkit.ts';

await playIn('WebKit', noWebkit, webkit);
