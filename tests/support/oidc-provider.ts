import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person known to the provider; an omitted claim is not sent. */
export interface ProviderPerson {
  readonly name?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
}

export interface LocalProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** By their ids; may be changed while it runs. */
  readonly people: Map<string, ProviderPerson>
  stop(): Promise<void>
}

const clientId = 'belfry'
const clientSecret = 'secret-of-the-client-for-tests'

/** An identity provider on loopback, whose sign-in page has a link for each person. */
export async function startOidcProvider(redirectUrl: string, wantedPort = 0): Promise<LocalProvider> {
  const people = new Map<string, ProviderPerson>()
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  server.listen(wantedPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = createProvider(issuer, { redirectUrl, people })
  const answer = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) void signIn(provider, people, request, response)
    else void answer(request, response)
  }
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { issuer, clientId, clientSecret, people, stop }
}

interface ProviderTerms {
  readonly redirectUrl: string
  readonly people: ReadonlyMap<string, ProviderPerson>
}

function createProvider(issuer: string, { redirectUrl, people }: ProviderTerms): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['a key for tests only'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { IdToken: 300, AccessToken: 300, Grant: 300, Interaction: 300, Session: 300 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
}

/** The sign-in page and the handler of its links; `cancel` denies access. */
async function signIn(
  provider: Provider,
  people: ReadonlyMap<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const as = url.searchParams.get('as')
  if (as !== null) {
    const result =
      as === 'cancel'
        ? { error: 'access_denied', error_description: 'The person said no' }
        : { login: { accountId: as } }
    return provider.interactionFinished(request, response, result)
  }
  const links = [...people.keys(), 'cancel'].map((id) => `<p><a href="${url.pathname}?as=${id}">${id}</a></p>`)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>${links.join('')}</html>`)
}

/** What a browser does at the provider: follows redirections and signs in; the address to which it is sent back. */
export async function visitProvider(start: string, as: string, redirectUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = start
  for (let step = 0; step < 10; step += 1) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const next = location === null ? new URL(`${at}?as=${as}`) : new URL(location, at)
    if (next.href.startsWith(redirectUrl)) return next
    at = next.href
  }
  throw new Error(`The provider did not send the browser back: ${at}`)
}
