import { t } from '../messages/t.ts';

/*
 * Key bindings as written in the table of commands: `e`, `Alt+ArrowUp`, `Mod+Shift+z`. `Mod` is Cmd on Apple computers
 * and Ctrl elsewhere.
 */

export interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  getModifierState?: (name: string) => boolean;
}

interface Binding {
  key: string;
  isMod: boolean;
  isAlt: boolean;
  isShift: boolean;
}

function parse(binding: string): Binding {
  const parts = binding.split('+');
  const key = parts.pop() ?? '';
  const [isMod, isAlt, isShift] = ['Mod', 'Alt', 'Shift'].map((each) => parts.includes(each));
  return {
    key: key === 'Space' ? ' ' : key,
    isMod: isMod === true,
    isAlt: isAlt === true,
    isShift: isShift === true,
  };
}

const isLetter = (key: string): boolean => /^[a-z]$/.test(key);

/** Identifies a letter by its physical key if the layout has another script. */
function keyOf({ key, code }: Pressed): string {
  if (key.length !== 1) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return (letter !== undefined && !/^[\u0020-\u024f]$/.test(key) ? letter : key).toLowerCase();
}

/** Left is where one came from: to the right where languages are written from right to left. */
function sideOf(key: string): string {
  if (globalThis.document?.dir !== 'rtl') return key;
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key;
}

export function matches(binding: string, pressed: Pressed, isApple: boolean): boolean {
  const { key, isMod, isAlt, isShift } = parse(binding);
  if (keyOf(pressed) !== (key.length === 1 ? key.toLowerCase() : sideOf(key))) return false;
  // Signs are matched by character, which may take Shift or AltGr in the layout.
  const isSign = key.length === 1 && !isLetter(key) && key !== ' ';
  if (isSign && pressed.getModifierState?.('AltGraph')) return !isMod && !isAlt;
  const [mod, other] = isApple ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey];
  return mod === isMod && !other && pressed.altKey === isAlt && (isSign || pressed.shiftKey === isShift);
}

/** Whether a binding is a single key that also types a character: these can be switched off. */
export function isSingle(binding: string): boolean {
  const { key, isMod, isAlt } = parse(binding);
  return key.length === 1 && !isMod && !isAlt;
}

const arrows: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** What is on a key, in the language of the page. */
function capOf(key: string): string {
  const named = { Enter: t.keys.enter, Escape: t.keys.escape, ' ': t.keys.space };
  return named[key as keyof typeof named] ?? arrows[sideOf(key)] ?? key.toUpperCase();
}

/** The key caps of a binding, one text each. */
export function caps(binding: string, isApple: boolean): string[] {
  const { key, isMod, isAlt, isShift } = parse(binding);
  return [
    ...(isMod ? [isApple ? '⌘' : t.keys.ctrl] : []),
    ...(isAlt ? [isApple ? '⌥' : 'Alt'] : []),
    ...(isShift ? [isApple ? '⇧' : t.keys.shift] : []),
    capOf(key),
  ];
}
