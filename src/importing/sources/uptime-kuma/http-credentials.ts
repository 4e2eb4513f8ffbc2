import { clientCredentialsScript } from '../../counterparts/client-credentials.ts'
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
  for (const name of ['tls_cert', 'tls_key', 'tls_ca'])
    fields.impossible(name, 'Add it as a client certificate of the account for this host.')
  const method = fields.text('auth_method')
  const none: Credentials = { url: withoutCredentials(given), basicAuth: null, headers: [], script: null }
  if (method === null) return { ...none, ...fromUrl(monitor, given) }
  const read = methods[method]
  if (read) return { ...none, ...read(monitor) }
  fields.impossible('auth_method', `Checks do not sign in by ${method.slice(0, 40)}. Use another method at the target.`)
  for (const name of ['basic_auth_user', 'basic_auth_pass', 'auth_domain', 'auth_workstation'])
    fields.impossible(name, '')
  return none
}

const fromUrl = (monitor: MonitorImport, { username, password }: URL): Partial<Credentials> =>
  username === '' && password === '' ? {} : { basicAuth: basicAuth(monitor, decoded(username), decoded(password)) }

const methods: Readonly<Partial<Record<string, (monitor: MonitorImport) => Partial<Credentials>>>> = {
  basic: (monitor) => {
    const { fields } = monitor
    fields.exact('auth_method', 'basic_auth_user', 'basic_auth_pass')
    const user = fields.text('basic_auth_user') ?? ''
    return { basicAuth: basicAuth(monitor, user, fields.text('basic_auth_pass') ?? '') }
  },
  bearer: (monitor) => {
    const { fields } = monitor
    fields.exact('auth_method', 'bearer_token')
    const value = `Bearer ${secretOf(monitor, 'TOKEN', fields.text('bearer_token') ?? '')}`
    return { headers: [{ key: 'Authorization', value, locked: true }] }
  },
  'oauth2-cc': (monitor) => ({ script: clientCredentials(monitor) }),
  mtls: ({ fields }) => {
    const note = 'Client certificates of the account are presented to the hosts they were added for.'
    fields.approximated('auth_method', note)
    return {}
  },
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

/** The client credentials grant, by a script. */
function clientCredentials(monitor: MonitorImport): string {
  const { fields } = monitor
  fields.approximated('auth_method', 'A setup script fetches a token before each run.')
  fields.exact('oauth_token_url', 'oauth_client_id', 'oauth_client_secret', 'oauth_scopes', 'oauth_audience')
  fields.exact('oauth_auth_method')
  const secret = secretOf(monitor, 'CLIENT_SECRET', fields.text('oauth_client_secret') ?? '')
  return clientCredentialsScript({
    tokenUrl: fields.text('oauth_token_url') ?? '',
    clientId: fields.text('oauth_client_id') ?? '',
    secretKey: secret.replaceAll(/[{}]/g, ''),
    scopes: fields.text('oauth_scopes'),
    audience: fields.text('oauth_audience'),
    isPosted: fields.text('oauth_auth_method') === 'client_secret_post',
  })
}
