import type { KeyRights } from '../../../../contract/key-rights.ts';
import type { FactorKind } from '../../../../contract/second-factor-shapes.ts';
import { counted, integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const users = table('users', {
  key: {
    id: text(),
  },
  own: {
    /** Lower case; unique. */
    email: text(),
    /** When the user first proved that they read its mail; signing up does not. */
    email_verified_at: nullable(micros()),
    name: nullable(text()),
    image: later(text()),
    password_hash: nullable(text()),
    billing_customer_id: later(text()),
    /** When the user first signed in by magic link. */
    magic_link_at: later(micros()),
    created_at: micros(),
    /** Since when the operator has disabled the account. */
    disabled_at: later(micros()),
    /** Since when the account is deleted; the row remains as the author of what the user wrote. */
    deleted_at: later(micros()),
    /** A name of the IANA database; null as long as it is unknown, which counts as UTC. */
    time_zone: later(text()),
    /** The one before, and until when it was theirs; null until there is another one. */
    earlier_time_zone: later(text()),
    earlier_time_zone_until: later(micros()),
    /** The language of the person, as a tag of BCP 47. */
    locale: later(text()),
    /** Since when it is the account of a bot, to which nobody can sign in; null for a person. */
    bot_since: later(micros()),
    /** Since when the account is one of an operator of the installation. */
    operator_since: later(micros()),
  },
});

export const sessions = table('sessions', {
  key: {
    id: text(),
  },
  own: {
    user_id: text(),
    token_hash: text(),
    user_agent: nullable(text()),
    created_at: micros(),
    last_used_at: micros(),
    expires_at: micros(),
    /** When its user last proved who they are; opening it does. */
    confirmed_at: nullable(micros()),
    /** The OpenID provider that opened it; `*` for the operator, null for any other way. */
    provider: nullable(text()),
    /** The provider's own name of its session there, if it gave one. */
    provider_session: nullable(text()),
    /** When somebody last did something with it, which open streams do not. */
    acted_at: nullable(micros()),
    /** The longest time for which nobody did; microseconds. */
    longest_idle: later(integer()),
  },
});

export const apiKeys = table('api_keys', {
  key: {
    id: counted(),
  },
  own: {
    user_id: text(),
    name: text(),
    prefix: text(),
    key_hash: text(),
    /** Permission mask; null grants the key all of its user's permissions. */
    permissions: nullable(integer()),
    /** The only workspace that the key opens; null opens all of the user's. */
    workspace_id: nullable(text()),
    created_at: micros(),
    last_used_at: nullable(micros()),
    expires_at: nullable(micros()),
    /** The only boards of its workspace that the key opens, as ids separated by spaces; null opens all. */
    board_ids: later(text()),
    /** The workspaces in which it was ended, as ids separated by spaces; null for none. */
    ended_in: later(text()),
    /** The ends of which its owner was told beforehand, as JSON: microseconds by workspace. */
    told_ends: later(text()),
  },
});

/** An application that registered itself (RFC 7591). */
export const oauthClients = table('oauth_clients', {
  key: {
    id: text(),
  },
  own: {
    name: text(),
    /** A JSON array. */
    redirect_uris: text(),
    created_at: micros(),
    /** When a user first allowed it. */
    used_at: nullable(micros()),
  },
});

/** What a user allowed an application: the part of it that its API key does not say. */
export const oauthGrants = table('oauth_grants', {
  key: {
    /** Its key, which ends with it. */
    key_id: integer(),
  },
  own: {
    client_id: text(),
    redirect_uri: text(),
    scope: text<KeyRights>(),
    /** The code challenge (RFC 7636). */
    challenge: text(),
    code_hash: text(),
    code_expires_at: micros(),
    code_used_at: nullable(micros()),
    /** When its code or refresh token expires. */
    works_until: micros(),
    /** When it ends, as the user chose; the key itself expires every hour. */
    ends_at: nullable(micros()),
  },
});

/** Refresh tokens of a grant: the one that works, and those used before it. */
export const oauthRefreshTokens = table('oauth_refresh_tokens', {
  key: {
    token_hash: text(),
  },
  own: {
    key_id: integer(),
    used_at: nullable(micros()),
  },
});

/** Links the `subject` of an OpenID provider to a user. */
export const identities = table('identities', {
  key: {
    issuer: text(),
    subject: text(),
  },
  own: {
    user_id: text(),
    created_at: micros(),
  },
});

/** The state of a completed sign-in at a provider; it cannot be used again before it expires. */
export const usedOpenidStates = table('used_openid_states', {
  key: {
    nonce: text(),
  },
  own: {
    expires_at: micros(),
  },
});

/** Mailed tokens; a few per address and purpose can be valid at the same time. */
export const mailTokens = table('mail_tokens', {
  key: {
    token_hash: text(),
  },
  own: {
    email: text(),
    purpose: text<'magic-link' | 'password-reset' | 'new-address'>(),
    /** The user whose address it is to become. */
    user_id: nullable(text()),
    created_at: micros(),
    expires_at: micros(),
  },
});

/** An event of an account, shown to its owner. */
export const securityEvents = table('security_events', {
  key: {
    user_id: text(),
    id: text(),
  },
  own: {
    type: text(),
    /** The network of the request; null for the operator's own commands. */
    network: nullable(text()),
    user_agent: nullable(text()),
    detail: nullable(text()),
    created_at: micros(),
    /** The hash of the number of the browser; null for other callers, and before there were numbers. */
    browser: nullable(text()),
  },
});

/** What signing in asks for after the first step. */
export const secondFactors = table('second_factors', {
  key: {
    id: text(),
  },
  own: {
    user_id: text(),
    kind: text<FactorKind>(),
    name: text(),
    /** The secret of an app, or the public key of a passkey; before it is confirmed, the challenge of one. */
    secret_sealed: text(),
    /** Of a passkey. */
    credential_id: nullable(text()),
    /** The last step of time of an app, or the count of signatures of a passkey: neither is taken twice. */
    counter: integer(),
    created_at: micros(),
    /** When it was tried for the first time; until then it counts for nothing. */
    confirmed_at: later(micros()),
    last_used_at: later(micros()),
  },
});

export const recoveryCodes = table('recovery_codes', {
  key: {
    user_id: text(),
    code_hash: text(),
  },
  own: {
    created_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    users: RowOf<typeof users>;
    sessions: RowOf<typeof sessions>;
    second_factors: RowOf<typeof secondFactors>;
    recovery_codes: RowOf<typeof recoveryCodes>;
    api_keys: RowOf<typeof apiKeys>;
    oauth_clients: RowOf<typeof oauthClients>;
    oauth_grants: RowOf<typeof oauthGrants>;
    oauth_refresh_tokens: RowOf<typeof oauthRefreshTokens>;
    identities: RowOf<typeof identities>;
    used_openid_states: RowOf<typeof usedOpenidStates>;
    mail_tokens: RowOf<typeof mailTokens>;
    security_events: RowOf<typeof securityEvents>;
  }
}
