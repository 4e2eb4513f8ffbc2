// Who somebody is, as a provider of identities attests it: OpenID Connect (Core 1.0) with the authorization code flow. Takes
// the settings of the operator and what the browser brings back. Returns addresses to go to and verified claims.
export * from './identity-provider.ts'
