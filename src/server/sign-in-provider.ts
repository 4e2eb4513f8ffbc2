import type { SignInProvider } from '#api'
import { IdentityProvider } from '#identity'
import type { Parts } from './parts.ts'

/** The identity provider that the operator has set up; null without one. */
export function signInProviderOf({
  settings,
  publicUrl,
  clock,
}: Pick<Parts, 'settings' | 'publicUrl' | 'clock'>): SignInProvider | null {
  const { oidc } = settings
  if (oidc === null) return null
  const redirectUrl = `${publicUrl}/sign-in/oidc`
  return {
    name: oidc.name,
    identities: new IdentityProvider({ ...oidc, redirectUrl }, () => clock.now()),
    terms: { accountId: oidc.accountId, rolesOfGroups: oidc.rolesOfGroups, groupClaim: oidc.groupClaim },
  }
}
