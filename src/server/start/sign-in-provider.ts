import type { SignInProvider } from '#api'
import { openIdentityProvider } from '#identity'
import type { Parts } from '../parts.ts'

/** The identity provider that the operator has set up; null without one. */
export async function signInProviderOf({
  settings,
  publicUrl,
  clock,
}: Pick<Parts, 'settings' | 'publicUrl' | 'clock'>): Promise<SignInProvider | null> {
  const { oidc } = settings
  if (oidc === null) return null
  const redirectUrl = `${publicUrl}/sign-in/oidc`
  return {
    name: oidc.name,
    identities: await openIdentityProvider({ ...oidc, redirectUrl }, () => clock.now()),
    terms: { accountId: oidc.accountId, rolesOfGroups: oidc.rolesOfGroups, groupClaim: oidc.groupClaim },
  }
}
