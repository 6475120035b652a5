import { t } from '../messages/t.ts';

/** The key caps of a shortcut with the platform's own modifier. */
export const keysOf = (key: string): readonly string[] =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? ['⌘', key] : [t.keys.ctrl, key];
