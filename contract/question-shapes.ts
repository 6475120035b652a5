import { Type } from 'typebox';
import { oneOf, Text } from './schema.ts';

export const questionStates = ['open', 'answered', 'withdrawn'] as const;

export type QuestionState = (typeof questionStates)[number];

export const mostOptions = 8;

export const QuestionOptions = Type.Array(Text(100), {
  description: 'Answers to choose from, as plain text; empty if there are none',
  example: ['Blue', 'Green'],
});

export const QuestionState = oneOf(questionStates, { description: 'Whether it still waits for an answer' });
