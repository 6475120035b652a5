import { type Signal, signal } from '@preact/signals-core';
import { grace } from './stream.ts';

/** Notices when the stream has been down for so long that the user should know. */
export class Line {
  readonly isCut: Signal<boolean> = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The stream has opened, or an attempt to open it begins. */
  hear(isOpen: boolean): void {
    if (isOpen) {
      this.stop();
      this.isCut.value = false;
    } else
      this.#timer ??= setTimeout(() => {
        this.isCut.value = true;
      }, grace);
  }

  /** Nobody tries to open the stream any longer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
