import { createHash, randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { createClient } from '#client'
import { hourMs, minuteMs, TestClock } from '#kernel'
import type { FetchClientDocument } from '#management'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { addMember, openSession } from '../../../tests/support/people.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
const publicUrl = 'https://belfry.example'
const redirectUri = 'http://127.0.0.1:4711/callback'
const documents = new Map<string, string>()
const fetchClientDocument: FetchClientDocument = async (url) => {
  const text = documents.get(url)
  return text === undefined ? { problem: 'it cannot be reached.' } : { text }
}
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let address: string

beforeAll(async () => {
  const options = { db: database.db(), handlers, clock, publicUrl, hasHome: true, fetchClientDocument }
  app = aTestApi(options)
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  clock.advance(minuteMs)
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => app.close())

/** Reaches the service under its public address. */
const reach = (url: string | URL, init?: RequestInit): Promise<Response> =>
  fetch(String(url).replace(publicUrl, address), init)

const callsOf = (apiKey: string) => createClient({ baseUrl: address, apiKey })
const owner = () => callsOf(account.key)

const register = async (metadata: object = { client_name: 'Coder', redirect_uris: [redirectUri] }) => {
  const response = await reach(`${publicUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: response.status, body: Object(await response.json()) }
}

const verifier = randomBytes(32).toString('base64url')
const codeChallenge = createHash('sha256').update(verifier).digest('base64url')

async function aRequest(changes: object = {}) {
  const clientId = String((await register()).body.client_id)
  const request = { clientId, redirectUri, responseType: 'code', codeChallenge, codeChallengeMethod: 'S256' }
  return { ...request, state: 'st&te', resource: `${publicUrl}/mcp`, ...changes }
}
type Request = Awaited<ReturnType<typeof aRequest>>

async function consent(request: Request, mode: 'READ' | 'PROPOSE' | 'ACT' = 'PROPOSE') {
  const { redirect } = await owner().call('acceptAgentRequest', { body: { ...request, mode } })
  return new URL(redirect).searchParams
}

const post = (path: string, fields: Record<string, string> | string) =>
  reach(`${publicUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) })

async function exchange(fields: Record<string, string> | string) {
  const response = await post('/oauth/token', fields)
  return { status: response.status, body: Object(await response.json()) }
}

const codeFields = ({ clientId, redirectUri: to }: Request, code: string | null) => ({
  grant_type: 'authorization_code',
  code: String(code),
  client_id: clientId,
  redirect_uri: to,
  code_verifier: verifier,
  resource: `${publicUrl}/mcp`,
})

async function connected(mode: 'READ' | 'PROPOSE' | 'ACT' = 'PROPOSE') {
  const request = await aRequest()
  const { body } = await exchange(codeFields(request, (await consent(request, mode)).get('code')))
  const [access, refresh] = [String(body.access_token), String(body.refresh_token)]
  return { access, refresh, clientId: request.clientId, scope: String(body.scope) }
}

const callTools = (token: string) =>
  reach(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

const refreshed = ({ refresh, clientId }: { readonly refresh: string; readonly clientId: string }) =>
  exchange({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId })

/** A program as the official library makes it, whose browser consents at once. */
function aProvider(clientMetadataUrl?: string) {
  const kept = new Map<string, unknown>()
  const callback = { params: new URLSearchParams() }
  const provider = {
    redirectUrl: redirectUri,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: { client_name: 'Library', redirect_uris: [redirectUri] },
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: (information: unknown) => void kept.set('client', information),
    tokens: () => kept.get('tokens') as never,
    saveTokens: (tokens: unknown) => void kept.set('tokens', tokens),
    codeVerifier: () => String(kept.get('verifier')),
    saveCodeVerifier: (text: string) => void kept.set('verifier', text),
    state: () => 'a state',
    saveDiscoveryState: (found: unknown) => void kept.set('discovery', found),
    discoveryState: () => kept.get('discovery') as never,
    redirectToAuthorization: async (url: URL) => {
      expect(url.href.split('?')[0]).toBe(`${publicUrl}/settings/agents/connect`)
      const given = (name: string) => String(url.searchParams.get(name))
      callback.params = await consent({
        clientId: given('client_id'),
        redirectUri: given('redirect_uri'),
        responseType: given('response_type'),
        codeChallenge: given('code_challenge'),
        codeChallengeMethod: given('code_challenge_method'),
        state: given('state'),
        resource: given('resource'),
      })
    },
  } satisfies OAuthClientProvider
  return { provider, callback }
}

describe('a program of the official library', () => {
  it.each([
    ['that registers itself', undefined, null],
    ['that describes itself', 'https://coder.example/client.json', 'coder.example'],
  ])('%s connects without a key, uses tools and renews its token', async (_name, documentUrl, clientHost) => {
    if (documentUrl !== undefined)
      documents.set(
        documentUrl,
        JSON.stringify({
          client_id: documentUrl,
          client_name: 'Library',
          redirect_uris: ['http://127.0.0.1/callback'],
        }),
      )
    const { provider, callback } = aProvider(documentUrl)
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), { authProvider: provider, fetch: reach })
    const first = transport()
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(/unauthorized/i)
    await first.finishAuth(callback.params)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport())
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('propose_change')
    clock.advance(2 * hourMs)
    expect((await client.callTool({ name: 'get_overview', arguments: {} })).isError).toBeFalsy()
    await client.close()
    expect(await owner().call('listAgentConnections')).toMatchObject([
      { clientName: 'Library', clientHost, mode: 'PROPOSE' },
    ])
  })
})

it('a request without a token is told where the metadata is, which names the server and what it can', async () => {
  const response = await callTools('bfo_no')
  expect(response.status).toBe(401)
  const place = /^Bearer resource_metadata="(.*)"$/.exec(response.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  expect(await (await reach(place)).json()).toMatchObject({
    resource: `${publicUrl}/mcp`,
    authorization_servers: [publicUrl],
  })
  expect(await (await reach(`${publicUrl}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
    issuer: publicUrl,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
})

it('a person sees who asks, and the program gets state and issuer back, also when refused', async () => {
  const request = await aRequest({ scope: 'read propose other' })
  const view = await owner().call('getAgentRequest', { query: request })
  expect(view).toMatchObject({ clientName: 'Coder', clientHost: null, returnsTo: '127.0.0.1:4711', isLocal: true })
  expect(view.modes).toEqual(['READ', 'PROPOSE'])
  const refusal = new URL(view.refusal).searchParams
  expect([...refusal]).toEqual([
    ['error', 'access_denied'],
    ['state', 'st&te'],
    ['iss', publicUrl],
  ])
  const answer = await consent(request)
  expect([answer.get('state'), answer.get('iss')]).toEqual(['st&te', publicUrl])
  await expect(consent(request, 'ACT')).rejects.toMatchObject({ code: 'AGENT_REQUEST_INVALID' })
})

describe('a request', () => {
  it.each([
    ['another redirect address', { redirectUri: 'https://evil.example/callback' }],
    ['a longer path', { redirectUri: `${redirectUri}/more` }],
    ['another host of the machine', { redirectUri: 'http://localhost:4711/callback' }],
    ['a user in the redirect address', { redirectUri: 'http://127.0.0.1:4711@evil.example/callback' }],
    ['a fragment', { redirectUri: `${redirectUri}#x` }],
    ['a script as redirect address', { redirectUri: 'javascript:alert(1)' }],
    ['the implicit grant', { responseType: 'token' }],
    ['the plain method', { codeChallengeMethod: 'plain' }],
    ['no method', { codeChallengeMethod: '' }],
    ['no challenge', { codeChallenge: '' }],
    ['another resource', { resource: 'https://other.example/mcp' }],
  ])('with %s is refused without a redirect', async (_name, changes) => {
    const request = await aRequest(changes)
    await expect(owner().call('getAgentRequest', { query: request })).rejects.toMatchObject({
      code: 'AGENT_REQUEST_INVALID',
    })
    await expect(consent(request)).rejects.toMatchObject({ code: 'AGENT_REQUEST_INVALID' })
  })

  it('may use any port of the machine', async () => {
    const request = await aRequest({ redirectUri: 'http://127.0.0.1:9/callback' })
    expect((await consent(request)).get('code')).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['is made up', 'bfc_x.y'],
    ['is signed otherwise', `bfc_${Buffer.from('["Evil",["https://evil.example/"]]').toString('base64url')}.AAAA`],
    ['is a plain name', 'coder'],
    ['leads nowhere', 'https://gone.example/client.json'],
    ['is not encrypted', 'http://coder.example/client.json'],
    ['has no path', 'https://coder.example/'],
    ['names a user', 'https://a:b@coder.example/client.json'],
    ['is not in its normal form', 'https://coder.example/a/../client.json'],
    ['is described as another', 'https://coder.example/other.json'],
    ['is described by no JSON', 'https://coder.example/text.json'],
    ['has a secret', 'https://coder.example/secret.json'],
    ['has a script as redirect address', 'https://coder.example/script.json'],
  ])('of a client whose id %s is refused', async (_name, clientId) => {
    const described = (id: string, changes: object) =>
      documents.set(id, JSON.stringify({ client_id: id, client_name: 'x', redirect_uris: [redirectUri], ...changes }))
    described('https://coder.example/other.json', { client_id: 'https://coder.example/client.json' })
    described('https://coder.example/secret.json', { token_endpoint_auth_method: 'private_key_jwt' })
    described('https://coder.example/script.json', { redirect_uris: ['javascript:alert(1)'] })
    documents.set('https://coder.example/text.json', 'no JSON')
    await expect(owner().call('getAgentRequest', { query: await aRequest({ clientId }) })).rejects.toMatchObject({
      code: 'AGENT_CLIENT_INVALID',
    })
  })

  it('is not answered by a key without a person', async () => {
    const reader = callsOf(await account.keyWithRole('READ_ONLY'))
    const request = await aRequest()
    await expect(reader.call('acceptAgentRequest', { body: { ...request, mode: 'READ' } })).rejects.toMatchObject({
      code: 'PERSON_REQUIRED',
    })
  })
})

it('a person who only reads gives no mode to act, and no page of another site answers for them', async () => {
  const world = { db: database.db(), clock }
  const cookie = `__Host-belfry_session=${await openSession(world, await addMember(world, account.accountId, 'READ_ONLY'))}`
  const body = JSON.stringify({ ...(await aRequest()), mode: 'ACT' })
  const send = (site: string) =>
    reach(`${publicUrl}/v1/agent-request`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': site },
      body,
    })
  expect(Object(await (await send('same-origin')).json()).attributes).toEqual({ code: 'AGENT_REQUEST_INVALID' })
  expect(Object(await (await send('cross-site')).json()).attributes).toEqual({ code: 'CROSS_SITE_REQUEST' })
})

it.each([
  ['no redirect address', { client_name: 'x' }],
  ['an address of another machine without encryption', { redirect_uris: ['http://evil.example/'] }],
  ['a script', { redirect_uris: ['javascript:alert(1)//'] }],
  ['too many addresses', { redirect_uris: Array.from({ length: 11 }, () => redirectUri) }],
  ['a number', { redirect_uris: [1] }],
  ['much text', { redirect_uris: Array.from({ length: 5 }, () => `https://x.example/${'x'.repeat(400)}`) }],
])('a registration with %s is refused', async (_name, metadata) => {
  const { status, body } = await register(metadata)
  expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)])
})

it('a registered name has no characters that hide or turn what follows', async () => {
  const { body } = await register({ client_name: ' Co\u202Eder\u200B\n', redirect_uris: ['cursor://mcp/callback'] })
  expect(body.client_name).toBe('Coder')
})

describe('a code', () => {
  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_request'],
    ['another client', { client_id: 'bfc_other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/' }, 'invalid_target'],
    ['another grant', { grant_type: 'password', username: 'a', password: 'b' }, 'invalid_client'],
  ])('is worth nothing with %s', async (_name, changes, error) => {
    const request = await aRequest()
    const fields = { ...codeFields(request, (await consent(request)).get('code')), ...changes }
    const { status, body } = await exchange(fields)
    expect([status, body.error]).toEqual([400, error])
    expect(body.access_token).toBe(undefined)
  })

  it('is worth nothing after two minutes', async () => {
    const request = await aRequest()
    const code = (await consent(request)).get('code')
    clock.advance(2 * minuteMs)
    expect((await exchange(codeFields(request, code))).body.error).toBe('invalid_grant')
  })

  it('that is used twice ends the connection', async () => {
    const request = await aRequest()
    const code = (await consent(request)).get('code')
    const { body } = await exchange(codeFields(request, code))
    expect((await callTools(String(body.access_token))).status).toBe(200)
    expect((await exchange(codeFields(request, code))).status).toBe(400)
    await expect.poll(async () => (await callTools(String(body.access_token))).status).toBe(401)
    expect(await owner().call('listAgentConnections')).toEqual([])
  })

  it('with a parameter twice, or in another form, is refused', async () => {
    expect((await exchange('grant_type=refresh_token&grant_type=authorization_code')).body.error).toBe(
      'invalid_request',
    )
    const json = await reach(`${publicUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":"authorization_code"}',
    })
    expect(json.status).toBe(400)
  })
})

describe('a token', () => {
  it('of an agent opens the tools alone, and is stored by its hash', async () => {
    const { access, refresh } = await connected('ACT')
    expect((await callTools(access)).status).toBe(200)
    for (const token of [access, refresh])
      await expect(callsOf(token).call('listChecks')).rejects.toMatchObject({ status: 401 })
    const rows = await database
      .db()
      .rows<{ text: string }>(
        `select t::text || c::text as text from agent_tokens t join agent_connections c on c.id = t.connection_id`,
      )
    expect(rows.map(({ text }) => text).join()).not.toMatch(/bf[or]_/)
  })

  it('is renewed once: a second use of the old one ends the connection', async () => {
    const first = await connected()
    const { body } = await refreshed(first)
    const second = { ...first, refresh: String(body.refresh_token), access: String(body.access_token) }
    expect((await callTools(second.access)).status).toBe(200)
    expect((await refreshed({ ...first, clientId: 'bfc_other' })).status).toBe(400)
    await expect.poll(async () => (await callTools(second.access)).status).toBe(401)
    expect((await refreshed(second)).body.error).toBe('invalid_grant')
  })

  it('of another client is not renewed', async () => {
    const given = await connected()
    expect((await refreshed({ ...given, clientId: 'bfc_other' })).body.error).toBe('invalid_grant')
    expect((await refreshed(given)).status).toBe(200)
  })

  it('is revoked by its program, and by nobody else', async () => {
    const { access, refresh, clientId } = await connected()
    expect((await post('/oauth/revoke', { token: refresh, client_id: 'bfc_other' })).status).toBe(200)
    expect((await callTools(access)).status).toBe(200)
    expect((await post('/oauth/revoke', { token: refresh, client_id: clientId })).status).toBe(200)
    await expect.poll(async () => (await callTools(access)).status).toBe(401)
    expect((await post('/oauth/revoke', { token: 'x' })).status).toBe(400)
  })

  it('ends at once when somebody disconnects the program, which nobody of another account can', async () => {
    const { access } = await connected()
    const [one] = await owner().call('listAgentConnections')
    const params = { id: String(one?.id) }
    const other = callsOf((await anAccount(testStore(database.db()), clock)).key)
    await expect(other.call('endAgentConnection', { params })).rejects.toMatchObject({
      code: 'AGENT_CONNECTION_NOT_FOUND',
    })
    expect(await other.call('listAgentConnections')).toEqual([])
    await owner().call('endAgentConnection', { params })
    await expect.poll(async () => (await callTools(access)).status).toBe(401)
  })
})

const toolsOf = async (token: string) => {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }))
  return client
}

describe('the mode of a connection', () => {
  const body = { checkType: 'URL', name: 'Shop', request: { url: 'https://shop.example/' } }
  const proposal = { operation: 'createCheckGeneric', body, reason: 'New.' }

  it.each([
    ['READ', 'read', []],
    ['PROPOSE', 'read propose', ['propose_change']],
    ['ACT', 'read propose act', ['propose_change', 'confirm_change', 'undo_change']],
  ] as const)('%s decides which tools there are', async (mode, scope, changing) => {
    const given = await connected(mode)
    expect(given.scope).toBe(scope)
    const client = await toolsOf(given.access)
    const { tools } = await client.listTools()
    expect(tools.flatMap(({ name, annotations }) => (annotations?.readOnlyHint ? [] : [name]))).toEqual(changing)
    const proposed = await client.callTool({ name: 'propose_change', arguments: proposal })
    expect(proposed.isError ?? false).toBe(mode === 'READ')
    await client.close()
  })

  it('ACT carries a change out, which the audit log shows with the program and its person', async () => {
    const client = await toolsOf((await connected('ACT')).access)
    await client.callTool({ name: 'propose_change', arguments: proposal })
    const [plan] = await owner().call('listAgentPlans')
    expect(plan?.proposedBy).toMatch(/^Coder \(.+\)$/)
    const confirmed = await client.callTool({ name: 'confirm_change', arguments: { id: String(plan?.id) } })
    expect(confirmed.isError ?? false).toBe(false)
    await client.close()
    const { entries } = await owner().call('listAuditLog')
    expect(entries.find(({ operation }) => operation === 'createCheckGeneric')?.actor).toMatchObject({
      type: 'AGENT',
      name: plan?.proposedBy,
    })
  })

  it('gives nothing of administrators and nothing personal, whoever the person is', async () => {
    const client = await toolsOf((await connected('ACT')).access)
    for (const operation of ['listApiKeys', 'listAuditLog', 'listBrowserSessions', 'getCurrentUserNext']) {
      const { content, isError } = await client.callTool({ name: 'call_operation', arguments: { operation } })
      expect(isError ? 'refused' : JSON.stringify(content)).toMatch(/^refused$|\\n(\[\]|null|\{\})\\n/)
    }
    await client.close()
  })
})

it('an administrator turns agents off: none connects, reads or proposes, with a token or a key', async () => {
  const { access } = await connected()
  await owner().call('setAgentAccess', { body: { isAllowed: false } })
  expect(await owner().call('getAgentAccess')).toEqual({ isAllowed: false, mode: null })
  for (const token of [access, account.key]) expect((await callTools(token)).status).toBe(403)
  await expect(consent(await aRequest())).rejects.toMatchObject({ code: 'AGENTS_OFF' })
  const body = { operation: 'muteCheck', params: { id: 'x' }, reason: 'x' } as const
  await expect(owner().call('proposeAgentPlan', { body })).rejects.toMatchObject({ code: 'AGENTS_OFF' })
  await owner().call('setAgentAccess', { body: { isAllowed: true } })
  expect((await callTools(access)).status).toBe(200)
})
