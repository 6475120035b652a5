import { isoMillis } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { emailAddress, isPlaceholder } from '../../base/email-address.ts';
import { oneLine } from '../../base/texts.ts';
import { ScimFailure, wrongValue } from './failure.ts';
import { attributesOf, groupsOfPeople, type PersonRow } from './queries.ts';
import {
  booleanFrom,
  enterpriseSchema,
  isObject,
  type Json,
  keyIn,
  type Resource,
  textIn,
  userSchema,
  valueIn,
} from './resource.ts';

/* People as resources of SCIM: what a request says of them, and what is shown. */

/** Attributes that are kept as they come, besides those that stand for something here. */
const kept = [
  'name',
  'displayName',
  'nickName',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'phoneNumbers',
  'emails',
  enterpriseSchema,
] as const;

/** Max characters of them together. */
const longest = 8192;

/** What a request says of a person. */
export interface Given {
  userName: string;
  externalId: string | null;
  email: string;
  name: string | null;
  active: boolean;
  attributes: string;
}

export function givenIn(resource: Resource): Given {
  const userName = textIn(resource, 'userName');
  if (userName === undefined || userName.length > 255)
    throw wrongValue('userName must have 1 to 255 characters');
  const externalId = textIn(resource, 'externalId') ?? null;
  if (externalId !== null && externalId.length > 255)
    throw wrongValue('externalId must have at most 255 characters');
  const active = valueIn(resource, 'active');
  const isActive = active === undefined ? true : booleanFrom(active);
  if (isActive === undefined) throw wrongValue('active must be true or false');
  const attributes: Resource = {};
  for (const name of kept) {
    const value = valueIn(resource, name);
    if (value !== undefined && value !== null) attributes[name] = value;
  }
  const text = JSON.stringify(attributes);
  if (text.length > longest) throw wrongValue(`The attributes have more than ${longest} characters`);
  return {
    userName,
    externalId,
    email: addressIn(userName, resource),
    name: nameIn(resource),
    active: isActive,
    attributes: text,
  };
}

/** The name if it is an address, as it usually is, or else the primary address, or the first. */
function addressIn(userName: string, resource: Resource): string {
  const emails = valueIn(resource, 'emails');
  const entries = Array.isArray(emails) ? emails.filter(isObject) : [];
  const primary = entries.find((each) => booleanFrom(valueIn(each, 'primary')) === true) ?? entries[0];
  const email = emailAddress(userName) ?? emailAddress((primary && textIn(primary, 'value')) ?? '');
  if (email === undefined || isPlaceholder(email))
    throw wrongValue('userName, or the primary of emails, must be an email address that mail reaches');
  return email;
}

function nameIn(resource: Resource): string | null {
  const name = valueIn(resource, 'name');
  const parts = isObject(name) ? name : {};
  const both = [textIn(parts, 'givenName'), textIn(parts, 'familyName')].filter(Boolean).join(' ');
  const text = textIn(resource, 'displayName') ?? textIn(parts, 'formatted') ?? both;
  return oneLine(text).slice(0, 255).toWellFormed() || null;
}

/** A person as a resource, with all that `attributes` keeps of them. */
function shown(person: PersonRow, attributes: string, groups: Resource[], base: string): Resource {
  const { memberId, userName, externalId, email, name, createdAt, updatedAt, version } = person;
  const read = JSON.parse(attributes) as Resource;
  return {
    schemas: [userSchema, ...(read[enterpriseSchema] ? [enterpriseSchema] : [])],
    id: memberId,
    ...(externalId === null ? {} : { externalId }),
    userName,
    ...(name === null ? {} : { displayName: name }),
    emails: [{ value: email, type: 'work', primary: true }],
    ...read,
    active: isActive(person),
    groups,
    meta: {
      resourceType: 'User',
      created: isoMillis(createdAt),
      lastModified: isoMillis(updatedAt),
      location: `${base}/Users/${memberId}`,
      version: `W/"${version}"`,
    },
  };
}

export const isActive = ({ status, suspended }: Pick<PersonRow, 'status' | 'suspended'>): boolean =>
  status === 'active' || (status === 'invited' && suspended === 0);

/** What filters are about, of all people. */
export const filterable = (person: PersonRow): Resource => ({
  id: person.memberId,
  userName: person.userName,
  externalId: person.externalId,
  displayName: person.name,
  name: { formatted: person.name },
  emails: [{ value: person.email, type: 'work', primary: true }],
  active: isActive(person),
  meta: { created: isoMillis(person.createdAt), lastModified: isoMillis(person.updatedAt) },
});

/** Some people as resources: two statements, however many they are. */
export async function showPeople(
  db: Reading,
  workspaceId: string,
  rows: readonly PersonRow[],
  base: string,
): Promise<Resource[]> {
  const ids = rows.map(({ memberId }) => memberId);
  const [attributes, groups] = await Promise.all([
    db.all(attributesOf, { workspaceId, ids }),
    db.all(groupsOfPeople, { workspaceId, ids }),
  ]);
  const byMember = new Map(attributes.map((row) => [row.memberId, row.attributes]));
  const groupsBy = Map.groupBy(groups, ({ memberId }) => memberId);
  return rows.map((row) => {
    const of = (groupsBy.get(row.memberId) ?? []).map(({ id, name }) => ({
      value: id,
      display: name,
      type: 'direct',
      $ref: `${base}/Groups/${id}`,
    }));
    return shown(row, byMember.get(row.memberId) ?? '{}', of, base);
  });
}

/** Reads an object that a request has to have. */
export function resourceFrom(body: unknown): Resource {
  if (!isObject(body)) throw new ScimFailure(400, 'The body must be an object', 'invalidSyntax');
  const schemas = body[keyIn(body, 'schemas')] as Json | undefined;
  if (schemas !== undefined && !Array.isArray(schemas))
    throw new ScimFailure(400, 'schemas must be a list', 'invalidSyntax');
  return body;
}
