import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caps, isSingle, matches, type Pressed } from './bindings.ts';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test('letters want exactly their modifiers, whatever Caps Lock does', () => {
  assert.ok(matches('c', press('c'), false));
  assert.ok(matches('c', press('C'), false));
  assert.ok(!matches('c', press('C', { shiftKey: true }), false));
  assert.ok(!matches('c', press('c', { ctrlKey: true }), false));
  assert.ok(matches('Mod+Shift+z', press('Z', { ctrlKey: true, shiftKey: true }), false));
  assert.ok(!matches('Mod+z', press('Z', { ctrlKey: true, shiftKey: true }), false));
  assert.ok(matches('Mod+k', press('k', { metaKey: true }), true));
  assert.ok(!matches('Mod+k', press('k', { ctrlKey: true }), true));
});

test('signs are where the layout has them', () => {
  assert.ok(matches('?', press('?', { shiftKey: true }), false));
  assert.ok(matches('?', press('?'), false));
  assert.ok(matches('<', press('<', { altKey: true, ctrlKey: true, getModifierState: () => true }), false));
  assert.ok(!matches('/', press('/', { ctrlKey: true }), false));
});

test('letters of another script are recognised by their key', () => {
  assert.ok(matches('c', press('с', { code: 'KeyC' }), false), 'Cyrillic');
  assert.ok(!matches('q', press('a', { code: 'KeyQ' }), false), 'French');
});

test('arrows and Space are keys as well', () => {
  assert.ok(matches('Alt+ArrowUp', press('ArrowUp', { altKey: true }), false));
  assert.ok(!matches('ArrowUp', press('ArrowUp', { altKey: true }), false));
  assert.ok(!matches('ArrowUp', press('ArrowUp', { shiftKey: true }), false));
  assert.ok(matches('Space', press(' '), false));
});

test('they are shown as they stand on the keys', () => {
  assert.deepEqual(caps('Mod+Shift+z', false), ['Ctrl', 'Shift', 'Z']);
  assert.deepEqual(caps('Mod+k', true), ['⌘', 'K']);
  assert.deepEqual(caps('Alt+ArrowUp', false), ['Alt', '↑']);
  assert.deepEqual(['c', '?', 'Space', 'Enter', 'Mod+k', 'Shift+ArrowUp'].map(isSingle), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
