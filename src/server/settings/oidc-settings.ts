import { roles } from '#contract'
import type { Role } from '#contract'
import { matching, Mistake, optional, row, truth, webUrl } from '#runner-host'
import type { SettingRow, SettingsOf } from '#runner-host'
import { uuidPattern } from './setting-parsers.ts'

/** The identity provider with which people sign in (OpenID Connect). */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly name: string
  readonly scopes: string
  readonly groupClaim: string
  /** Null: the provider decides no roles. */
  readonly rolesOfGroups: ReadonlyMap<string, Role> | null
  /** Null: the first account. */
  readonly accountId: string | null
  readonly trustsEmails: boolean
}

/** Rows of the table of settings. */
export const oidcRows = {
  BELFRY_OIDC_ISSUER: optional(
    'Issuer URL of an OpenID Connect provider with which people sign in, for example https://login.example.com/realms/main.',
    issuerUrl,
  ),
  BELFRY_OIDC_CLIENT_ID: optional(
    'Id of the client that is registered there. Its redirect URI is `/sign-in/oidc` below BELFRY_PUBLIC_URL.',
    matching(/^[!-~]{1,200}$/, 'a client id without spaces'),
  ),
  BELFRY_OIDC_CLIENT_SECRET: optional(
    'Secret of that client, unless it is a public one.',
    matching(/^[!-~]+$/, 'a secret without spaces'),
  ),
  BELFRY_OIDC_NAME: row(
    'What people call the provider: the button on the sign-in page says "Continue with …".',
    'single sign-on',
    matching(/^[^\s\p{Cc}][^\p{Cc}]{0,39}$/u, 'at most 40 characters without line breaks'),
  ),
  BELFRY_OIDC_SCOPES: row(
    'Scopes to request, separated by spaces.',
    'openid profile email',
    matching(/^(?=(.* )?openid( |$))[!-~]+( [!-~]+)*$/, 'scopes separated by spaces, openid among them'),
  ),
  BELFRY_OIDC_GROUP_CLAIM: row(
    'Claim with the groups of a person; dots lead into objects, as in `realm_access.roles`.',
    'groups',
    matching(/^[!-~]{1,200}$/, 'the name of a claim'),
  ),
  BELFRY_OIDC_ROLES: optional(
    'Roles by group, decided again at each sign-in: `monitoring-admins=ADMIN;oncall=READ_WRITE;*=READ_ONLY`. `*` is everybody. Without it only members sign in, with the roles they have.',
    rolesOfGroups,
  ),
  BELFRY_OIDC_ACCOUNT: optional(
    'Id of the account of which people who sign in are members. Without it the first account.',
    matching(uuidPattern, 'a uuid'),
  ),
  BELFRY_OIDC_TRUST_EMAILS: row(
    'Whether email addresses count as verified when the provider does not say, as Microsoft Entra ID does. Only for providers where nobody can choose their address.',
    false,
    truth,
  ),
} as const satisfies Record<string, SettingRow<unknown>>

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function issuerUrl(text: string): string {
  const url = new URL(webUrl(text))
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) throw new Mistake('must begin with https://.')
  // Some issuers end in a slash, which is part of their name.
  return text
}

const known = (text: string): Role | undefined => roles.find((role) => role === text.toUpperCase().replaceAll('-', '_'))

/** `group=ADMIN;other=READ_ONLY`. Names of groups may contain `=`. */
function rolesOfGroups(text: string): ReadonlyMap<string, Role> {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  return new Map(
    parts.map((part) => {
      const [, group = '', name = ''] = /^(.+)=([^=]+)$/.exec(part.trim()) ?? []
      const role = known(name.trim())
      if (group.trim() === '' || role === undefined)
        throw new Mistake(`cannot be read at "${part.trim()}": write group=ROLE, with one of ${roles.join(', ')}.`)
      return [group.trim(), role]
    }),
  )
}

/** The provider; null without an issuer and a client. */
export function oidcOf(values: SettingsOf<typeof oidcRows>): OidcSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId } = values
  if (issuer === null || clientId === null) return null
  return {
    issuer,
    clientId,
    clientSecret: values.oidcClientSecret,
    name: values.oidcName,
    scopes: values.oidcScopes,
    groupClaim: values.oidcGroupClaim,
    rolesOfGroups: values.oidcRoles,
    accountId: values.oidcAccount,
    trustsEmails: values.oidcTrustEmails,
  }
}
