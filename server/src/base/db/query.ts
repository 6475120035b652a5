import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryId,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Functions, postgresFunctions, sqliteFunctions } from './functions.ts';
import type { Tables } from './tables.ts';

/*
 * A query is named, built by Kysely, compiled once per engine, kept prepared, and run with its parameters. (Building,
 * compiling and preparing per request costs ten times as much as running the statement.)
 */

export type EngineName = 'sqlite' | 'postgres';

/**
 * Values that may be bound: texts, numbers, booleans (as 0 or 1), null, and arrays, which become JSON text for `fn.each`
 * or `fn.rows`. The type is `object` so that interfaces fit.
 */
export type Parameters = object;

/** A statement in one engine's SQL; `bind` returns the parameters in the order of its placeholders. */
export interface Compiled {
  readonly name: string;
  readonly sql: string;
  /** Not to be kept under its name: PostgreSQL would keep it on each connection, for good. */
  readonly isPassing?: true;
  bind(parameters: Parameters): unknown[];
}

declare const rowType: unique symbol;

interface Statement<P extends Parameters, R> {
  readonly name: string;
  for(engine: EngineName): Compiled;
  readonly [rowType]?: (parameters: P) => R;
}

/** A statement that only reads. */
export interface Query<P extends Parameters, R> extends Statement<P, R> {
  readonly kind: 'query';
}

/** A statement that writes; its rows are those of its `returning`. */
export interface Command<P extends Parameters, R> extends Statement<P, R> {
  readonly kind: 'command';
}

type Build<P, R> = (
  db: Kysely<Tables>,
  p: P,
  fn: Functions,
) => { compile(provider: QueryExecutorProvider): CompiledQuery<R> };

/**
 * Declares a read. `name` is unique across the service: PostgreSQL keeps the prepared statement under it. In the builder
 * every `p.x` stands for the value bound at run time, so the SQL cannot depend on it.
 */
export const query = <P extends Parameters, R>(name: string, build: Build<P, R>): Query<P, R> => ({
  kind: 'query',
  ...statement(name, build),
});

/** Declares a write; otherwise like `query`. */
export const command = <P extends Parameters, R>(name: string, build: Build<P, R>): Command<P, R> => ({
  kind: 'command',
  ...statement(name, build),
});

/**
 * A read whose SQL depends on what is asked. It is not kept under its name, and is prepared for as long as somebody holds it:
 * whoever makes such statements bounds how many there are.
 */
export function shapedQuery<P extends Parameters, R>(name: string, build: Build<P, R>): Query<P, R> {
  return {
    kind: 'query',
    name,
    for: compiledOnce((engine) => ({ ...compile(name, build, engine), isPassing: true })),
  };
}

function compiledOnce(make: (engine: EngineName) => Compiled): (engine: EngineName) => Compiled {
  const compiled = new Map<EngineName, Compiled>();
  return (engine) => {
    const known = compiled.get(engine) ?? make(engine);
    compiled.set(engine, known);
    return known;
  };
}

/** Every statement of the service by name: a test checks the plan of each. */
export const statements = new Map<string, { for(engine: EngineName): Compiled }>();

function statement<P extends Parameters, R>(name: string, build: Build<P, R>): Statement<P, R> {
  if (statements.has(name)) throw new Error(`two statements are named ${name}`);
  const declared: Statement<P, R> = { name, for: compiledOnce((engine) => compile(name, build, engine)) };
  statements.set(name, declared);
  return declared;
}

/** Stands for a parameter while a statement is built. */
class Placeholder {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/** Gives each parameter a single number however often a statement uses it, so that the planner knows the values are equal. */
class NumberingCompiler extends PostgresQueryCompiler {
  readonly #numbers = new Map<string, string>();

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#numbers.clear();
    return super.compileQuery(node, queryId);
  }

  protected override appendValue(value: unknown): void {
    const known = value instanceof Placeholder ? this.#numbers.get(value.key) : undefined;
    if (known) {
      this.append(known);
      return;
    }
    super.appendValue(value);
    if (value instanceof Placeholder) this.#numbers.set(value.key, this.getCurrentParameterPlaceholder());
  }
}

function compile<P, R>(name: string, build: Build<P, R>, engine: EngineName): Compiled {
  const { db, fn } = builders[engine];
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(String(key)) });
  const { sql, parameters } = build(db, placeholders as P, fn).compile(db);
  const order = parameters.map((parameter) =>
    parameter instanceof Placeholder ? { key: parameter.key } : { constant: encode(parameter) },
  );
  return {
    name,
    sql: engine === 'sqlite' ? keepPlan(sql) : sql,
    bind: (values) =>
      order.map((each) => {
        if (each.key === undefined) return each.constant;
        const value = (values as Record<string, unknown>)[each.key];
        if (value === undefined) throw new Error(`${name}: parameter ${each.key} is missing`);
        return encode(value);
      }),
  };
}

/**
 * SQLite replans a statement whenever the bound limit changes, which takes a millisecond for a large one. It does not
 * evaluate sums, so adding 0 keeps the plan.
 */
const keepPlan = (sql: string): string => sql.replace(/\b(limit|offset) \?/g, '$1 ? + 0');

function encode(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  return value;
}

const builders = {
  sqlite: {
    fn: sqliteFunctions,
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
  },
  postgres: {
    fn: postgresFunctions,
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new NumberingCompiler(),
      },
    }),
  },
};
