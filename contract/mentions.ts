/*
 * Mentions of members in texts: `@[Ada](member:…)`, with the id of the membership. Page and service share the form, so that
 * those who are shown as mentioned are notified, and nobody else.
 */

const form = String.raw`@\[([^[\]\n]{1,200})\]\(member:([0-9a-z]{12,64})\)`;

/** The mention that is all of a text; its groups are the name and the member. */
export const wholeMention = new RegExp(`^${form}$`);

/** Every mention in a text, with the same groups. */
export const everyMention = new RegExp(form, 'g');
