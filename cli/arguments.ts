import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments are not valid for the command; the message gives the reason in one line. */
export class Misuse extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>['values'];

/**
 * Reads the arguments of a command: one for each of `names`, at most one for each of `optional`, and `options`. Throws
 * `Misuse` for anything else.
 */
export function readArguments<
  const N extends string,
  const O extends Options,
  const P extends string = never,
>(
  args: string[],
  names: readonly N[],
  options: O,
  optional: readonly P[] = [],
): { given: Record<N, string> & Partial<Record<P, string>>; options: Values<O> } {
  const { values, positionals } = parsed(args, options);
  const missing = names[positionals.length];
  if (missing !== undefined) throw new Misuse(`<${missing}> is missing`);
  const all = [...names, ...optional];
  const more = positionals[all.length];
  if (more !== undefined) throw new Misuse(`unexpected argument ${more}`);
  const given = Object.fromEntries(positionals.map((value, index) => [all[index], value]));
  return { given: given as Record<N, string> & Partial<Record<P, string>>, options: values };
}

function parsed<O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence only; the others explain shell quoting.
    throw new Misuse(String((error as Error).message.split('. ')[0]));
  }
}
