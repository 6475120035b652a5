import { ofFactors } from './issue-texts-factors.ts';
import { ofFields } from './issue-texts-fields.ts';
import { ofFiles } from './issue-texts-files.ts';
import { ofImported } from './issue-texts-imports.ts';
import { ofOAuth } from './issue-texts-oauth.ts';
import { ofPlans } from './issue-texts-plans.ts';
import { ofRules } from './issue-texts-rules.ts';
import { ofSignOn } from './issue-texts-sign-on.ts';

/*
 * What can be wrong with a request: a code for each issue, and its English sentence. A part in braces is a value; after a
 * colon follows its form: the noun that it counts, in the singular and the plural, or the word that joins a list. Codes are
 * never renamed, and none is used for anything else.
 */

/** What a field, a header or the whole body lacks: the rules of schemas. */
const ofSchemas = {
  required: '{field} must have the field {missing}',
  'wrong-type': ({ field, type }: { field: string; type: string }) =>
    `${field} must be ${types[type] ?? type}`,
  empty: '{field} must not be empty',
  'too-short': '{field} must have at least {min} characters',
  'too-long': '{field} must have at most {max:character/characters}',
  'too-few': '{field} must have at least {min:entry/entries}',
  'too-many': '{field} must have at most {max:entry/entries}',
  'too-many-fields': '{field} must have at most {max:field/fields}',
  repeated: '{field} must not have the same entry twice',
  'too-small': '{field} must be at least {min}',
  'too-large': '{field} must be at most {max}',
  'not-one-of': '{field} must be one of {allowed}',
  'not-one-of-many': '{field} must be one of {count} values, such as {near}',
  'wrong-format': ({ field, format }: { field: string; format: string }) =>
    `${field} must be ${formats[format] ?? `a ${format}`}`,
  'several-lines': '{field} must be one line',
  'control-characters': '{field} must have no control characters',
  'unlike-example': '{field} must be written like {example}',
  'wrong-form': '{field} does not have the right form',
  'nothing-given': '{field} must have at least one of the fields {fields}',
  'wrong-time': '{field} must be a date-time of the years 1000 to 2999',
  invalid: '{field} is not valid',
} as const;

const types: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formats: Record<string, string> = {
  email: 'an email address like ada@example.com',
  'date-time': 'a date and time like 2026-03-01T09:30:00Z',
  uri: 'an address like https://example.com',
};

const ofRequests = {
  'not-http': 'This is not an HTTP request',
  'head-too-large': 'The head of the request is too large',
  'request-late': 'The request did not arrive in time',
  'request-cut-off': 'The request ended early',
  'request-refused': '{reason}',
  'host-missing': 'The Host header is missing',
  'unknown-expectation': 'Expect: only 100-continue is supported',
  'nul-in-address': 'The address contains the character NUL',
  'not-json': 'The body is not valid JSON',
  'not-utf8': 'The body is not UTF-8',
  'wrong-content-type': 'The content type of a body must be application/json',
  'wrong-content-encoding':
    'The content encoding {encoding} is not supported: a body must be sent as plain JSON',
  'nested-too-deep': 'The body is nested more than {max} levels deep',
  'too-many-values': 'The body has more than {max} keys and values',
  'forbidden-key': 'The body has a key that is not allowed',
  'nul-character': 'A text contains the character NUL',
  'half-character': 'A text contains half of a surrogate pair',
  'body-empty': 'The body is empty',
  'wrong-idempotency-key': 'Idempotency-Key must have 1 to 255 visible ASCII characters',
  'wrong-idempotency-time': 'Idempotency-Time must be a number of seconds, 1 to {max}',
  'idempotency-key-reused': 'Idempotency-Key: a different request was made with this key',
  'idempotency-key-in-use':
    'Idempotency-Key: the first request with this key has not been answered yet; try again in {seconds} s',
  'changed-since-tag': 'If-Match: it has changed since it was read',
  'wrong-event-id': 'Last-Event-ID is not an id of this stream',
  'wrong-session-header': 'X-Session: only `cookie` is known',
  'wrong-cursor': '{field} is not a nextCursor of this list',
  'wrong-filter': '{field} cannot be read at character {position}: {problem}',
  'try-again': 'Try again in {seconds} s',
  busy: 'The service is busy: try again in {seconds} s',
  'database-silent': 'the database does not answer',
  'files-unreachable': 'Stored files cannot be reached right now: try again later',
} as const;

const ofAccess = {
  'permission-missing': 'This requires the permission {permission}',
  'permission-or-author': 'This requires the permission {permission}, unless you are the author',
  'permission-on-closed-board':
    'Your role does not permit {permission}, and overrides do not count on a closed board',
  'permissions-not-held': 'You do not hold {permissions} yourself',
  'higher-rank': 'This ranks above your own role',
  'session-required': 'This requires a session: an API key is not enough',
  'unlimited-key-required': 'This requires a session, or an API key without limits',
  'account-closed': 'The account of the user who requested it is closed',
  'key-revoked': 'The API key with which it was asked for was revoked',
  'not-our-page': 'Only a page of this service can sign in by cookie',
  'unknown-origin': 'This origin is not in CORS_ORIGINS',
  'metrics-closed': 'Metrics can be read on this machine, or with METRICS_TOKEN',
  'address-expired': 'This address is not valid or has expired',
} as const;

const ofAccounts = {
  'sign-in-wrong': 'Email address or password is wrong',
  'sign-up-closed': 'Sign-up is not open to this address',
  'account-disabled': 'This account has been disabled by the operator of this service',
  'account-exists': '{field}: an account with this address already exists',
  'own-account': 'This is your own account',
  'disabled-operator': '{email} is disabled: enable it first',
  'no-account': '{email} has no account',
  'not-email': '{field} is not an email address',
  'unreachable-email': '{field} is an address that no mail reaches',
  'same-email': '{field} is already your address',
  'email-taken': '{field}: another account has the address by now',
  'dead-code': '{field} is unknown, used or expired',
  'code-without-account': '{field} does not belong to an account',
  'password-wrong': '{field} is wrong',
  'password-missing': '{field} is missing',
  'code-missing':
    '{field} is missing: this account has no password, so request a magic link and send its code',
  'password-own':
    '{field} is made of your name, your email address or the name of the service: choose another one',
  'password-common': '{field} is one of the most common passwords: choose another one',
  'password-repeats': '{field} repeats a few characters or counts them up: choose another one',
  'not-image-address': '{field} is not a valid address',
  'rule-not-taken': '{field} is a rule that is not supported here',
  'unknown-time-zone': '{field} is not the name of a time zone',
  'unknown-locale': '{field} is not the tag of a language',
  'key-expired': '{field} is not in the future',
  'leaves-no-admin': 'Make someone else an admin of the workspace {workspace} first, or delete it',
  'foreign-redirect': '{field} is not an address of this service or of a page that may call it',
  'unfit-redirect': '{field} must not have a query, a fragment or a user',
  'verifier-missing': '{field} is missing, and no cookie holds it',
  'foreign-verifier': '{field} belongs to another sign-in',
  'provider-refused-code': '{field}: the provider refused it ({reason})',
  'provider-reply-invalid': '{field}: the reply of the provider is not valid ({reason})',
  'provider-unexpected': 'The provider did not answer as expected',
  'provider-without-email':
    'The provider did not give your email address, or gave one that cannot receive mail',
  'provider-unverified-email':
    'An account with your email address exists, but the provider has not verified that the address is yours, or is not believed about it',
} as const;

const ofWorkspaces = {
  'slug-taken': '{field}: this slug is taken',
  'slug-reserved': '{field} is reserved for the service itself',
  'limit-reached': 'At most {max} {what} are allowed',
  'unknown-picture': '{field}: {id} is not a picture on this card',
  'list-full': 'The list has as many cards as it may: {max}',
  'open-checks': ({ titles, more }: { titles: readonly string[]; more: boolean }) =>
    `The list takes no card with open acceptance checks${titles.length === 0 ? '' : `: ${titles.join(', ')}${more ? ' and more' : ''}`}`,
  'evidence-empty': '{field} must have a text, a link or an attachment',
  'evidence-of-open': '{field}: only a completed item has evidence',
  'unknown-attachment': '{field} is not an attachment of this card',
  'last-admin': 'A workspace must keep an active admin with all permissions',
  'not-a-member': '{field} is not a member of this workspace',
  'one-session': 'body takes one of apiKey, memberPublicId and undoPublicId',
  'no-bot': '{field} is not a bot of the workspace',
  'too-many-steps': 'there are more than {max} steps to undo: take a shorter time',
  'until-before-from': '{field} is before body/from',
  'unknown-member': '{field} is not a member of the workspace',
  'unknown-members': '{field}: {id} is not a member of this workspace',
  'has-joined': 'This member has joined already',
  'invitation-pending': 'The invitation of this member has not been accepted yet',
  'not-a-placeholder': 'This member is not a placeholder',
  'placeholder-merging': 'This placeholder is being merged with another member',
  'same-placeholder': '{field} is the placeholder itself',
  'target-is-placeholder': '{field} is a placeholder, too',
  'target-is-bot': '{field} is a bot',
  'target-not-joined': '{field} has not accepted the invitation yet',
  'unknown-role': '{field} is not a role of this workspace',
  'unknown-role-named': '{field}: {role} is not a role of this workspace',
  'role-fixed': 'A role that was created with the workspace keeps its name and rank',
  'role-held': 'Members still have this role: {count}',
  'role-held-on-boards': 'Members of boards still have this role',
  'role-undeletable': 'A role that was created with the workspace cannot be deleted',
  'role-above-own': 'Only an admin lets those who have this role do more',
  'role-admin-fixed': 'The role admin cannot be changed',
  'role-name-taken': '{field}: another role has this name',
  'unknown-invitation': '{field} is not an open invitation',
  'invitation-expired': '{field}: the invitation has expired',
  'link-expired': 'The invitation has expired',
  'invitation-for-other': 'This invitation is for another email address',
  'membership-paused': 'Your membership is paused',
  'membership-removed': 'You were removed: you need a new invitation by email',
  'already-member': '{field}: this address is already a member',
  'bot-beyond-owner':
    'A bot can do no more than its owner, who must be an active member, and it cannot be an admin',
  'bot-without-account': 'A bot has only API keys: this is for people',
  'bot-of-another': 'Only the owner of the bot or an admin can manage its keys',
  'unfit-owner': '{field} is not a person who is active in this workspace',
  'already-invited': '{field}: this address is already invited',
  'webhook-not-yours':
    'Only the person who made a webhook, or an admin, can change its address, its secret or its filter',
  'webhook-inactive': 'The webhook is not active',
  'wrong-signature': 'The delivery is not signed with the secret of this connection',
  'channel-not-yours':
    'Only the person who made a channel, or an admin, can change its address, its token or the text of its filter',
  'channel-inactive': 'The channel is not active',
  'channel-lacks': '{field} is missing: {kind} needs it',
  'channel-without': '{field} is nothing that {kind} has',
  'channel-unfit': '{field} does not have the form that {kind} expects',
  'channel-token-again': '{field} is missing: another address needs its token again',
  'unfit-address': '{field} {reason}',
  'unfit-push-key': '{field} is not a public key of a browser',
} as const;

const ofBoards = {
  'not-found': '{field} was not found',
  'boards-without-workspace': '{field} needs the workspace of the boards',
  'board-moving': 'The board is moving to another workspace: try again in a moment',
  'board-gone': 'The board no longer exists',
  'public-boards-off': 'The workspace does not allow public boards',
  'public-not-closed': '{field}: a public board cannot be closed to all but its members',
  'closed-not-public': '{field}: a board that is closed to all but its members cannot be public',
  'unreadable-picture': '{field} is not a picture that can be read',
  'unreadable-source': '{field} is not a board whose cards you can read',
  'unknown-list': '{field} is not a list of this workspace',
  'unknown-list-of-board': '{field} is not a list of the board',
  'archived-list': '{field} is an archived list',
  'unknown-label': '{field} is not a label of this board',
  'unknown-label-of-card': '{field} is not a label of the board that the card is on',
  'unknown-labels': '{field}: {id} is not a label of this board',
  'unknown-card-of-board': '{field} is not a card of the board that the list is on',
  'card-on-other-board': '{field} is not on this board',
  'not-together': '{field} is not allowed together with {other}',
} as const;

const ofCards = {
  'ids-or-before': '{field} needs either ids or before',
  'before-marks-read': '{field} marks as read or done only; for anything else name the ids',
  'override-place': '{field} needs either boardPublicId or workspacePublicId',
  'override-repeated': '{field} is for the same place as another',
  'quiet-hours-empty': '{field} end when they begin',
  'snooze-out-of-range': '{field} is not in the future, or more than a year ahead',
  'time-not-storable': '{field} is not a time that can be stored',
  'start-after-due': '{field}: a card cannot start after its due date',
  'id-of-future': '{field} is an id of the future',
  'id-too-old': '{field} is too old',
  'id-taken': '{field} is taken',
  'unknown-card': '{field} is not a card of this workspace that you may view',
  'related-to-itself': '{field} is the card itself',
  'relation-circle': 'The two cards would be in a circle of this relation',
  'relation-too-far':
    'The cards are in a chain of this relation that is too long or too wide to be checked for circles',
  'has-parent': 'The card has a parent already',
  claimed: 'The card is claimed by {name} until {until}',
  'not-open-work': 'The card is completed, archived or a template',
  'claim-into-done': '{field}: cards become completed there, which ends their claims',
  'filter-sorts': '{field} must not sort: cards are claimed in the order of the board',
  'card-in-other-workspace': '{field} is a card in another workspace',
  'too-many-items': 'A card can have at most {max} checklist items',
  'too-many-copied-items': '{field}: at most {max} checklist items can be copied at once',
  'card-changed': '{field}: the card has changed since then',
  'not-for-type': '{field} is not allowed for the type {type}',
  'missing-for-type': '{field} must have {missing:or}: its type is {type}',
  'member-blind': '{field} is not a member who can see the board',
  'members-blind': '{field}: {id} is not a member of this workspace who can see the board',
  'member-blind-there': '{field}: {id} is on the card and cannot see the board that it goes to',
  'changed-since': '{field}: {changed:and} changed since it was read',
  'passage-not-once': '{field} occurs {times} times, not once',
  'edit-too-long': 'The text would have more than {max} characters',
  'edit-leaves-no-title': '{field} must leave one line with something on it',
  'unknown-comment-of-card': '{field} is not a comment on this card',
  'not-emoji': '{field} is not one emoji',
  'question-answered': '{name} has already answered this question',
  'question-withdrawn': 'This question was withdrawn',
  'no-such-option': '{field} is not the number of an option of this question',
  'option-or-text': 'Answer with either an option or a text',
  'cannot-see-board-asked': '{field} is not a member who sees this board',
  'edit-leaves-nothing': '{field} leaves nothing of the comment',
} as const;

export const issueTexts = {
  ...ofSchemas,
  ...ofRequests,
  ...ofAccess,
  ...ofAccounts,
  ...ofWorkspaces,
  ...ofBoards,
  ...ofCards,
  ...ofFactors,
  ...ofSignOn,
  ...ofFields,
  ...ofOAuth,
  ...ofPlans,
  ...ofRules,
  ...ofFiles,
  ...ofImported,
} as const;
