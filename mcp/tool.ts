import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Client } from '../contract/client.ts';
import type { Operation, ReplyOf } from '../contract/operation.ts';

/** What a tool does to what there is; clients decide by it whether they ask their user first. */
export type Effect = 'reads' | 'adds' | 'changes';

/** Something that an agent can do. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly effect: Effect;
  /** Does it with arguments that fit `input`; gives what the agent is told. */
  readonly run: (client: Client, input: never) => Promise<unknown>;
}

interface Described {
  name: string;
  title: string;
  description: string;
  effect: Effect;
}

/** A tool whose input is put together from schemas of the contract. */
export const tool = <I extends TObject>(
  described: Described & { input: I; run: (client: Client, input: Static<I>) => Promise<unknown> },
): Tool => described as Tool;

/**
 * A tool that is one operation: it takes all that the operation takes, in one object, but for `without`. `show` picks what of the
 * reply an agent needs, which else is everything.
 */
export function toolOf<const O extends Operation>(
  operation: O,
  described: Described & { without?: readonly string[]; show?: (reply: ReplyOf<O>) => unknown },
): Tool {
  const { without = [], show = (reply) => reply, ...rest } = described;
  const parts = { params: operation.params, query: operation.query, body: operation.body };
  const properties = Object.values(parts).flatMap((part) => Object.entries(propertiesOf(part)));
  return tool({
    ...rest,
    input: Type.Object(Object.fromEntries(properties.filter(([name]) => !without.includes(name)))),
    run: async (client, input) => {
      const given = Object.entries(parts).map(([part, schema]) => [part, picked(input, schema)]);
      // The types of the parts are those of the operation: `input` was held against their schemas.
      const call = client.call as (operation: O, input: object) => Promise<ReplyOf<O>>;
      return show(await call(operation, Object.fromEntries(given)));
    },
  });
}

const propertiesOf = (part: TSchema | undefined): Record<string, TSchema> =>
  part !== undefined && 'properties' in part ? (part as TObject).properties : {};

function picked(input: object, part: TSchema | undefined): object | undefined {
  if (part === undefined) return undefined;
  const properties = propertiesOf(part);
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in properties));
}
