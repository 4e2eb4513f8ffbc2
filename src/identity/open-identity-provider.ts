import type { IdentityProvider, IdentityProviderSettings } from './identity-provider.ts'

/** A provider of identities. Its libraries are loaded where there is one. */
export async function openIdentityProvider(
  settings: IdentityProviderSettings,
  now: () => number,
): Promise<IdentityProvider> {
  const { IdentityProvider } = await import('./identity-provider.ts')
  return new IdentityProvider(settings, now)
}
