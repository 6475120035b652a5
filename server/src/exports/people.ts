import type { Reading } from '../base/db/database.ts';
import type { Turns } from '../base/http/turns.ts';
import { membersById, type PersonRow, usersById } from './queries.ts';

/** A person in an export: a member of the workspace, an account, or both. */
export type Person = PersonRow;

/** Max people per look-up. */
const slice = 500;

/** The people that a board refers to, as far as the caller may see them. */
export class People {
  readonly #db: Reading;
  readonly #turns: Turns;
  readonly #workspaceId: string;
  readonly #showEmails: boolean;
  readonly #members = new Map<string, Person>();
  readonly #users = new Map<string, Person>();

  constructor(
    db: Reading,
    turns: Turns,
    { workspaceId, showEmails }: { workspaceId: string; showEmails: boolean },
  ) {
    this.#db = db;
    this.#turns = turns;
    this.#workspaceId = workspaceId;
    this.#showEmails = showEmails;
  }

  /** Looks up people that are not known yet and returns them. */
  async meet(named: { members: Iterable<string>; users: Iterable<string> }): Promise<Person[]> {
    const met: Person[] = [];
    const ask = async (statement: typeof membersById, ids: string[]) => {
      for (let at = 0; at < ids.length; at += slice) {
        const p = { workspaceId: this.#workspaceId, ids: ids.slice(at, at + slice) };
        for (const row of await this.#turns(() => this.#db.all(statement, p))) met.push(this.#keep(row));
      }
    };
    await ask(membersById, unknownOf(named.members, this.#members));
    await ask(usersById, unknownOf(named.users, this.#users));
    return met;
  }

  /** The name of a member; invited members have none yet. */
  nameOfMember(id: string): string {
    return nameOf(this.#members.get(id));
  }

  nameOfUser(id: string): string {
    return nameOf(this.#users.get(id));
  }

  #keep(row: Person): Person {
    const person = { ...row, email: this.#showEmails ? row.email : null };
    if (person.memberId) this.#members.set(person.memberId, person);
    if (person.userId) this.#users.set(person.userId, person);
    return person;
  }
}

const unknownOf = (ids: Iterable<string>, known: ReadonlyMap<string, Person>): string[] => [
  ...new Set([...ids].filter((id) => !known.has(id))),
];

const nameOf = (person: Person | undefined): string => person?.name ?? person?.email ?? 'Unknown';
