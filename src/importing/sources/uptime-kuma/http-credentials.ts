import { secretOf } from './monitor-import.ts'
import type { MonitorImport } from './monitor-import.ts'

export interface Credentials {
  /** Without the credentials that stood in it. */
  readonly url: string
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly headers: readonly { readonly key: string; readonly value: string; readonly locked: true }[]
  /** Code that runs before the request; null: none. */
  readonly script: string | null
}

/** How a monitor signs in, by its method or by its URL; secrets become variables. */
export function credentialsOf(monitor: MonitorImport, given: URL): Credentials {
  const { fields } = monitor
  const url = withoutCredentials(given)
  const none: Credentials = { url, basicAuth: null, headers: [], script: null }
  for (const name of ['tls_cert', 'tls_key', 'tls_ca'])
    fields.impossible(name, 'Add it as a client certificate of the account for this host, and deploy again.')
  const method = fields.text('auth_method')
  switch (method) {
    case null:
      return given.username === '' && given.password === ''
        ? none
        : { ...none, basicAuth: basicAuth(monitor, decoded(given.username), decoded(given.password)) }
    case 'basic': {
      fields.exact('auth_method', 'basic_auth_user', 'basic_auth_pass')
      const user = fields.text('basic_auth_user') ?? ''
      return { ...none, basicAuth: basicAuth(monitor, user, fields.text('basic_auth_pass') ?? '') }
    }
    case 'bearer': {
      fields.exact('auth_method', 'bearer_token')
      const value = `Bearer ${secretOf(monitor, 'TOKEN', fields.text('bearer_token') ?? '')}`
      return { ...none, headers: [{ key: 'Authorization', value, locked: true }] }
    }
    case 'oauth2-cc':
      return { ...none, script: clientCredentials(monitor) }
    case 'mtls':
      fields.approximated(
        'auth_method',
        'Client certificates of the account are presented to the hosts they were added for.',
      )
      return none
    default:
      fields.impossible(
        'auth_method',
        `Checks do not sign in by ${method.slice(0, 40)}. Use another method at the target.`,
      )
      fields.impossible('basic_auth_user', '')
      fields.impossible('basic_auth_pass', '')
      fields.impossible('auth_domain', '')
      fields.impossible('auth_workstation', '')
      return none
  }
}

function withoutCredentials(given: URL): string {
  if (given.username === '' && given.password === '') return given.href
  const plain = new URL(given)
  plain.username = ''
  plain.password = ''
  return plain.href
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const basicAuth = (monitor: MonitorImport, username: string, password: string) => ({
  username: username.includes('{{') ? secretOf(monitor, 'USER', username) : username.slice(0, 4096),
  password: secretOf(monitor, 'PASSWORD', password),
})

/** The client credentials grant of OAuth 2.0 (RFC 6749), for which a check has no setting. */
function clientCredentials(monitor: MonitorImport): string {
  const { fields } = monitor
  fields.approximated('auth_method', 'A setup script fetches a token before each run.')
  fields.exact('oauth_token_url', 'oauth_client_id', 'oauth_client_secret', 'oauth_scopes', 'oauth_audience')
  fields.exact('oauth_auth_method')
  const secret = secretOf(monitor, 'CLIENT_SECRET', fields.text('oauth_client_secret') ?? '').replaceAll(/[{}]/g, '')
  const isPosted = fields.text('oauth_auth_method') === 'client_secret_post'
  const texts = {
    url: JSON.stringify(fields.text('oauth_token_url') ?? ''),
    id: JSON.stringify(fields.text('oauth_client_id') ?? ''),
    scope: JSON.stringify(fields.text('oauth_scopes') ?? ''),
    audience: JSON.stringify(fields.text('oauth_audience') ?? ''),
  }
  return [
    `const clientId = ${texts.id}`,
    `const clientSecret = process.env.${secret}`,
    `const form = new URLSearchParams({ grant_type: 'client_credentials' })`,
    `if (${texts.scope}) form.set('scope', ${texts.scope})`,
    `if (${texts.audience}) form.set('audience', ${texts.audience})`,
    `const headers = { accept: 'application/json' }`,
    ...(isPosted
      ? [`form.set('client_id', clientId)`, `form.set('client_secret', clientSecret)`]
      : [`headers.authorization = 'Basic ' + Buffer.from(clientId + ':' + clientSecret).toString('base64')`]),
    `const answer = await fetch(${texts.url}, { method: 'POST', headers, body: form })`,
    `if (!answer.ok) throw new Error('The token was refused with status ' + answer.status)`,
    `const token = (await answer.json()).access_token`,
    `request.headers.Authorization = 'Bearer ' + token`,
  ].join('\n')
}
