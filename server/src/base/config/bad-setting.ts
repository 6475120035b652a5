/** A setting that prevents the start; the message is the single line shown to the operator. */
export class BadSetting extends Error {}
