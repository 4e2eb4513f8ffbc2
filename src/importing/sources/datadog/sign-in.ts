import { clientCredentialsScript } from '../../counterparts/client-credentials.ts'
import { basicAuthOf } from '../../counterparts/hosted/checks.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

interface Owner {
  readonly draft: Draft
  readonly name: string
  readonly fill: (text: string) => string
}

interface SignIn {
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly setupScript: string | null
}

/** How a request signs in: by a name and a password, or by a token that a setup script fetches. */
export function signInFrom(request: SourceFields, { draft, name, fill }: Owner): SignIn {
  const auth = request.fields('basicAuth')
  const type = auth.text('type') ?? 'web'
  if (type === 'web') return { basicAuth: passwordFrom(auth, { draft, name, fill }), setupScript: null }
  const script = type === 'oauth-client' ? tokenScript(auth, { draft, name }) : null
  if (script === null) auth.impossible('type', 'Sign in by a script before the request.')
  else auth.approximated('type', 'A setup script fetches the token before each request.')
  auth.ignored(...secretsOfAuth)
  auth.finish()
  return { basicAuth: null, setupScript: script }
}

function passwordFrom(auth: SourceFields, { draft, name, fill }: Owner): SignIn['basicAuth'] {
  const [given, password] = [auth.text('username'), auth.text('password') ?? '']
  auth.exact('type', 'username', 'password')
  auth.finish()
  if (given === null && password === '') return null
  const username = fill(given ?? '')
  if (password.includes('{{')) return { username, password: fill(password) }
  return { ...basicAuthOf(draft, name, { username: '', password }), username }
}

const secretsOfAuth: readonly string[] = (
  'username password accessTokenUrl audience clientId clientSecret resource scope tokenApiAuthentication domain workstation ' +
  'accessKey secretKey region serviceName sessionToken algorithm addClaims expiresIn header payload secret tokenPrefix'
).split(' ')

/** Null where a text of it is a variable, which a script does not know by that name. */
function tokenScript(auth: SourceFields, { draft, name }: Pick<Owner, 'draft' | 'name'>): string | null {
  const [tokenUrl, clientId, secret] = ['accessTokenUrl', 'clientId', 'clientSecret'].map((one) => auth.text(one))
  if (!tokenUrl || !clientId || [tokenUrl, clientId, secret].some((text) => text?.includes('{{'))) return null
  return clientCredentialsScript({
    tokenUrl,
    clientId,
    secretKey: draft.secret(`${name} client secret`, secret ?? null).replaceAll(/[{}]/g, ''),
    scopes: auth.text('scope'),
    audience: auth.text('audience'),
    isPosted: auth.text('tokenApiAuthentication') === 'body',
  })
}
