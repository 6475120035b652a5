import { firefox, noFirefox } from './firefox.ts';
import { playIn } from './scenarios.ts';

await playIn('Firefox', noFirefox, firefox);
