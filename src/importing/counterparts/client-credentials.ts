/** A token of the client credentials grant of OAuth 2.0 (RFC 6749), for which a check has no setting. */
export interface ClientCredentials {
  readonly tokenUrl: string
  /** A text, or the name of a variable. */
  readonly clientId: string | { readonly key: string }
  /** The name of the variable with the secret. */
  readonly secretKey: string
  readonly scopes: string | null
  readonly audience: string | null
  /** Whether id and secret go into the body, not into a header. */
  readonly isPosted: boolean
}

/** A setup script of an API check that fetches a token before each request. */
export function clientCredentialsScript(credentials: ClientCredentials): string {
  const { tokenUrl, clientId, secretKey, scopes, audience, isPosted } = credentials
  return [
    `const clientId = ${typeof clientId === 'string' ? JSON.stringify(clientId) : `process.env.${clientId.key}`}`,
    `const clientSecret = process.env.${secretKey}`,
    `const form = new URLSearchParams({ grant_type: 'client_credentials' })`,
    ...(scopes === null ? [] : [`form.set('scope', ${JSON.stringify(scopes)})`]),
    ...(audience === null ? [] : [`form.set('audience', ${JSON.stringify(audience)})`]),
    `const headers = { accept: 'application/json' }`,
    ...(isPosted
      ? [`form.set('client_id', clientId)`, `form.set('client_secret', clientSecret)`]
      : [`headers.authorization = 'Basic ' + Buffer.from(clientId + ':' + clientSecret).toString('base64')`]),
    `const answer = await fetch(${JSON.stringify(tokenUrl)}, { method: 'POST', headers, body: form })`,
    `if (!answer.ok) throw new Error('The token was refused with status ' + answer.status)`,
    `request.headers.Authorization = 'Bearer ' + (await answer.json()).access_token`,
  ].join('\n')
}
