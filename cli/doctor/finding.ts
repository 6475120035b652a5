/** A finding of the doctor: what it is about, and whether it is a problem. */
export interface Finding {
  state: 'ok' | 'note' | 'wrong';
  about: string;
  text: string;
}

export const ok = (about: string, text: string): Finding => ({ state: 'ok', about, text });
export const note = (about: string, text: string): Finding => ({ state: 'note', about, text });
export const wrong = (about: string, text: string): Finding => ({ state: 'wrong', about, text });
