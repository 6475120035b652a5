import { type Static, Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { Question } from '../contract/questions.ts';
import { Advice, Unfinished } from './advice.ts';
import { card, id, idempotencyKey, member } from './fields.ts';
import { refuseCut } from './remark.ts';
import { always, type Hands, tool } from './tool.ts';

/* Comments, and passages of texts. */

export const comment = tool({
  name: 'comment',
  title: 'Comment on a card',
  description: 'Adds a comment to a card, in the name of your user.',
  effect: 'adds',
  once: always,
  needs: ['comment:create'],
  input: Type.Object({
    card,
    text: api.comments.create.body.properties.comment,
    replyTo: Type.Optional(id('Id of the comment that it answers')),
    idempotencyKey,
  }),
  async run({ client, find }, { card: given, text, replyTo }) {
    await refuseCut('text', text);
    const params = { cardPublicId: await find.card(given) };
    const body = { comment: text, ...(replyTo === undefined ? {} : { replyTo }) };
    const { publicId } = await client.call(api.comments.create, { params, body });
    return { id: publicId };
  },
});

const answerOf = ({ publicId, state, answer }: Static<typeof Question>) => ({
  question: publicId,
  state,
  ...(answer ? { answer: answer.text, answeredBy: answer.answeredBy.name } : {}),
});

/** As in other tools, which describe it. */
const plain = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }));

export const ask = tool({
  name: 'ask',
  title: 'Ask a person',
  description:
    'Asks a question on a card, and waits for the answer, at most 50 seconds. While its `state` is `open`, call again with ' +
    '`question` alone to wait on.',
  effect: 'adds',
  once: ({ question }: { question?: string }) => question === undefined,
  needs: ['comment:create'],
  input: Type.Object({
    card: plain,
    text: Type.Optional({
      ...api.questions.ask.body.properties.text,
      description: undefined,
      example: undefined,
    }),
    options: Type.Optional({
      ...api.questions.ask.body.properties.options,
      description: 'Answers to choose from',
      example: undefined,
    }),
    to: Type.Optional(member),
    question: plain,
    seconds: Type.Optional(Type.Integer()),
    idempotencyKey: plain,
  }),
  async run({ client, find }, { card: given, text, options, to, question, seconds: wait = 50 }) {
    const read = async (questionPublicId: string) =>
      answerOf(await client.call(api.questions.get, { params: { questionPublicId }, query: { wait } }));
    if (question !== undefined) return read(question);
    if (given === undefined || text === undefined) throw new Advice('Give card and text, or question.');
    await refuseCut('text', text);
    const cardPublicId = await find.card(given);
    const asked = to === undefined ? undefined : await find.member(to, () => find.boardOfCard(cardPublicId));
    const { publicId } = await client.call(api.questions.ask, {
      params: { cardPublicId },
      body: { text, options, to: asked },
    });
    try {
      return await read(publicId);
    } catch (cause) {
      throw new Unfinished(`done: asked (question ${publicId}); not done: waited`, { cause });
    }
  },
});

const { oldText, newText } = api.cards.editDescription.body.properties;

export const editText = tool({
  name: 'edit_text',
  title: 'Change a passage of a text',
  description:
    'Replaces a passage of the description of a card, of a comment, or of the title of a checklist item: give one of them. The ' +
    'old text must occur exactly once; all the rest stays as it is, also what others have changed meanwhile.',
  effect: 'changes',
  once: always,
  needs: ['card:edit', 'comment:edit', 'comment:create'],
  input: Type.Object({
    card: Type.Optional(card),
    comment: Type.Optional(id('Id')),
    item: Type.Optional(id('Id')),
    oldText: { ...oldText, description: undefined },
    newText: { ...newText, description: undefined },
    idempotencyKey,
  }),
  async run(hands, { oldText: before, newText: after, ...of }) {
    if (!before.endsWith(after)) await refuseCut('newText', after, async () => before);
    const { publicId, version } = await edit(hands, of, { oldText: before, newText: after });
    return { id: publicId, version };
  },
});

async function edit(
  { client, find }: Hands,
  { card: called, comment: commentId, item }: { card?: string; comment?: string; item?: string },
  body: { oldText: string; newText: string },
) {
  if ([called, commentId, item].filter((each) => each !== undefined).length !== 1) {
    throw new Advice('Give one of card (for its description), comment and item.');
  }
  if (commentId !== undefined)
    return client.call(api.comments.edit, { params: { commentPublicId: commentId }, body });
  if (item !== undefined)
    return client.call(api.checklists.editItem, { params: { checklistItemPublicId: item }, body });
  const params = { cardPublicId: await find.card(called ?? '') };
  return client.call(api.cards.editDescription, { params, body });
}
