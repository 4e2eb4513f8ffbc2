/** A person as a provider attests them; signature and time were checked. */
export interface AttestedPerson {
  readonly issuer: string
  /** The id of the person at the issuer, which never changes. */
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** Null when the provider says nothing about groups. */
  readonly groups: readonly string[] | null
}

export type Claims = Readonly<Record<string, unknown>>

const maxText = 320

/** The person that claims describe. Claims of other types than the standard ones count as left out. */
export function attestedPerson(
  claims: Claims,
  terms: { readonly issuer: string; readonly groupClaim: string; readonly trustsEmails: boolean },
): AttestedPerson {
  const email = text(claims['email'])
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true'
  const isSilent = claims['email_verified'] === undefined
  return {
    issuer: text(claims['iss']) ?? terms.issuer,
    subject: String(claims['sub']),
    name: text(claims['name']) ?? text(claims['preferred_username']),
    email,
    isEmailVerified: email !== null && (isVerified || (terms.trustsEmails && isSilent)),
    groups: groupsOf(claimAt(claims, terms.groupClaim)),
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxText) : null

/** By its name, which may contain dots or be a URL, or else by a path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? Reflect.get(value, part)
          : undefined,
      claims,
    )
}

/** A list, or a single one. */
function groupsOf(value: unknown): string[] | null {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : null
}
