import { signal } from '@preact/signals';

/** The accounts of the bots on the open board: their faces are marked wherever they are shown. */
export const botsHere = signal<ReadonlySet<string>>(new Set());
