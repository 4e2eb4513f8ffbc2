// Who somebody is, as a provider of identities attests it: OpenID Connect (Core 1.0) with the authorization code flow; or an
// authenticator: passkeys (WebAuthn Level 3). Takes the settings of the operator and what the browser brings back. Returns
// addresses to go to and verified claims, and what authenticators are asked and have answered.
export type * from './identity-provider.ts'
export * from './open-identity-provider.ts'
export * from './passkeys.ts'
