import { Type } from 'typebox';
import { cardParams } from './card-content.ts';
import { Wait } from './live.ts';
import { operation } from './operation.ts';
import { mostOptions, QuestionOptions, QuestionState, questionStates } from './question-shapes.ts';
import {
  Id,
  KeyName,
  Markdown,
  named,
  nullable,
  oneOf,
  PublicId,
  page,
  pageQuery,
  Success,
  Text,
  Timestamp,
} from './schema.ts';
import { Person } from './shapes.ts';

/** A question is a comment that asks, and its id is that of the comment. */
const questionParams = Type.Object({ questionPublicId: PublicId('The question: the comment that asks') });

const key = nullable(KeyName('The API key by which it was written; null for a session'));

export const Question = named(
  'Question',
  Type.Object({
    publicId: Id,
    cardPublicId: Id,
    text: Type.String({ description: 'Markdown', example: 'Which color?' }),
    options: QuestionOptions,
    state: QuestionState,
    createdAt: Timestamp('When it was asked'),
    askedBy: Person,
    apiKey: key,
    askedTo: nullable({ ...Person, description: 'Whom it was asked; null for whoever knows' }),
    answer: nullable(
      Type.Object(
        {
          publicId: Type.String({ description: 'The comment that answers' }),
          text: Type.String({ description: 'Markdown' }),
          createdAt: Timestamp('When it was answered'),
          answeredBy: Person,
          apiKey: key,
        },
        { description: 'Null unless it is answered' },
      ),
    ),
  }),
);

export const questions = {
  list: operation({
    id: 'listQuestions',
    method: 'GET',
    path: '/cards/{cardPublicId}/questions',
    tag: 'Comments',
    summary: 'Read the questions on a card',
    description: 'Newest first, in pages.',
    params: cardParams,
    query: Type.Object({
      state: Type.Optional(
        oneOf([...questionStates, 'all'], {
          default: 'open',
          description: 'Only questions in this state, or `all`',
        }),
      ),
      ...pageQuery({ max: 100, default: 20 }),
    }),
    reply: named('QuestionPage', page('questions', Question)),
    errors: [400, 401, 403, 404],
    access: 'comment:view',
  }),
  ask: operation({
    id: 'askQuestion',
    method: 'POST',
    path: '/cards/{cardPublicId}/questions',
    tag: 'Comments',
    summary: 'Ask a question on a card',
    description:
      'A comment that asks. Whoever it is asked is notified: the member, or else everyone who watches the card, and the owner of ' +
      'the bot or of the API key that asks. Anyone who may comment can answer. Wait for the answer with `GET ' +
      '/questions/{questionPublicId}`. It is edited and deleted as a comment.',
    params: cardParams,
    body: Type.Object({
      text: Markdown({ minLength: 1, description: 'Markdown', example: 'Which color?' }),
      options: Type.Optional(
        Type.Array(Text(100), {
          minItems: 1,
          maxItems: mostOptions,
          description: 'Answers to choose from, each once, as plain text; another answer can still be given',
          example: ['Blue', 'Green'],
        }),
      ),
      to: Type.Optional(
        PublicId('The member who is asked, who must see the board; by default whoever knows'),
      ),
    }),
    reply: Question,
    errors: [400, 401, 403, 404, 409],
    access: 'comment:create',
  }),
  get: operation({
    id: 'getQuestion',
    method: 'GET',
    path: '/questions/{questionPublicId}',
    tag: 'Comments',
    summary: 'Read a question, or wait for its answer',
    description:
      'With `wait`, replies once the question is no longer open, or after that many seconds with the question as it is: ask again. ' +
      'It may reply early, when the service stops. Each account may have 64 requests to wait and streams at a time on each node.',
    params: questionParams,
    query: Type.Object({ wait: Wait('Seconds to wait while it is open') }),
    reply: Question,
    waits: true,
    errors: [400, 401, 403, 404, 429],
    access: 'comment:view',
  }),
  answer: operation({
    id: 'answerQuestion',
    method: 'POST',
    path: '/questions/{questionPublicId}/answer',
    tag: 'Comments',
    summary: 'Answer a question',
    description:
      'With one of its options or a text: a comment that answers it, of which its author is notified. A question has one answer: ' +
      'another is refused, with the name of who gave it. Once that comment is deleted, the question is open again.',
    params: questionParams,
    body: Type.Object(
      {
        option: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: mostOptions - 1,
            description: 'Which option, counted from 0',
            example: 0,
          }),
        ),
        text: Type.Optional(Markdown({ minLength: 1, description: 'Markdown, instead of an option' })),
      },
      { minProperties: 1 },
    ),
    reply: Question,
    errors: [400, 401, 403, 404, 409],
    access: 'comment:create',
  }),
  withdraw: operation({
    id: 'withdrawQuestion',
    method: 'DELETE',
    path: '/questions/{questionPublicId}',
    tag: 'Comments',
    summary: 'Withdraw a question',
    description:
      'Nobody is asked any more; the comment stays. Whoever asked needs no permission for this while they are an active member, but an ' +
      'API key limited to some permissions needs `comment:create`.',
    params: questionParams,
    reply: Success,
    errors: [400, 401, 403, 404, 409],
    access: 'comment:delete',
  }),
};
