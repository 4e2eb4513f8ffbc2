import { agentModes } from '#contract'
import { agentResource } from '#management'

const scopes = agentModes.map((mode) => mode.toLowerCase())

/** Protected resource metadata (RFC 9728) of the tools for models. */
export const resourceMetadata = (publicUrl: string): object => ({
  resource: agentResource(publicUrl),
  resource_name: 'Belfry',
  authorization_servers: [publicUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
})

/** Authorization server metadata (RFC 8414). People are asked by a screen of the interface. */
export const serverMetadata = (publicUrl: string): object => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/settings/agents/connect`,
  token_endpoint: `${publicUrl}/oauth/token`,
  registration_endpoint: `${publicUrl}/oauth/register`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})

/** Where the metadata is: with the path of the address, behind the name (RFC 8414, 3.1), and behind the address itself. */
export function metadataPaths(publicUrl: string): { readonly resource: string[]; readonly server: string[] } {
  const path = new URL(publicUrl).pathname.replace(/\/$/, '')
  const named = (name: string, ends: readonly string[]) => [...new Set(ends.map((end) => `/.well-known/${name}${end}`))]
  return {
    resource: named('oauth-protected-resource', ['', '/mcp', `${path}/mcp`]),
    server: named('oauth-authorization-server', ['', path]),
  }
}

/** The challenge of a request without a valid token (RFC 9728, 5.1). */
export const challengeOf = (publicUrl: string): string =>
  `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`
