import { type IssueText, type IssueValue, sentenceOf } from './issue-sentence.ts';
import { issueTexts } from './issue-texts.ts';

/*
 * The issues of an error reply. Each has a code and values, and the English sentence that follows from them, so that a client
 * can word it in another language. A code without a text is a type error, and so is a text without its values.
 */

export type IssueCode = keyof typeof issueTexts;

export const issueCodes = Object.keys(issueTexts) as IssueCode[];

type NameOf<Part extends string> = Part extends `${infer Name}:${string}` ? Name : Part;

type NamesIn<Text extends string> = Text extends `${string}{${infer Part}}${infer Rest}`
  ? NameOf<Part> | NamesIn<Rest>
  : never;

/** The values that the text of a code names. */
export type IssueValues<C extends IssueCode> = (typeof issueTexts)[C] extends (values: infer V) => string
  ? V
  : (typeof issueTexts)[C] extends string
    ? { readonly [Name in NamesIn<(typeof issueTexts)[C]>]: IssueValue }
    : never;

/** The texts of another language: all of them, with the same values. */
export type IssueTexts = {
  readonly [C in IssueCode]: string | ((values: IssueValues<C>) => string);
};

/** A code and its values, if it has any. */
export type IssueArguments = {
  [C in IssueCode]: keyof IssueValues<C> extends never ? [code: C] : [code: C, values: IssueValues<C>];
}[IssueCode];

export interface Issue {
  readonly message: string;
  readonly code: IssueCode;
  readonly values: Readonly<Record<string, IssueValue>>;
}

export function issue(...given: IssueArguments): Issue {
  const [code, values = {}] = given;
  return worded(code, values);
}

/** The same issue of a field at another place. */
export const issueAt = ({ code, values }: Issue, placeOf: (field: string) => string): Issue =>
  worded(code, typeof values.field === 'string' ? { ...values, field: placeOf(values.field) } : values);

function worded(code: IssueCode, values: Issue['values']): Issue {
  const text: IssueText = issueTexts[code];
  return { message: sentenceOf(text, values), code, values };
}

/**
 * The preference (RFC 7240) with which a request asks for the codes and values of issues. Without it an issue is exactly
 * `{message}`, as in the specification.
 */
export const asksForCodes = (prefer: string | string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === 'issue-codes');
