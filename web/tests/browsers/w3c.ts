import type { KeyStep, PointerStep } from './driver.ts';

/* Input as WebDriver and WebDriver BiDi take it: both have the same form, from one standard of the W3C. */

/** Keys without a character have one of a range for private use. */
const keys: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

export const pointing = (steps: readonly PointerStep[]): readonly object[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: steps.map((step) =>
      typeof step === 'object'
        ? { type: 'pointerMove', x: Math.round(step.x), y: Math.round(step.y), duration: 0 }
        : { type: step === 'down' ? 'pointerDown' : 'pointerUp', button: 0 },
    ),
  },
];

export const pressing = (steps: readonly KeyStep[]): readonly object[] => [
  {
    type: 'key',
    id: 'keyboard',
    actions: steps.map(({ is, key }) => ({
      type: is === 'down' ? 'keyDown' : 'keyUp',
      value: keys[key] ?? key,
    })),
  },
];
