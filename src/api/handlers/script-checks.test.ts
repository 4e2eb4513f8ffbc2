import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const script = "import { test } from '@playwright/test'\ntest('home', async ({ page }) => { await page.goto('/') })\n"
const files = [{ path: 'lib/base.js', content: 'module.exports = 1' }]
const variables = [{ key: 'SHOP', value: 'shop', locked: false, secret: false }]
const browser = { name: 'journey', script, scriptPath: 'home.spec.ts', environmentVariables: variables }

/** The cast is safe for responses to creations: each has an id. */
const made = ({ body }: TestAnswer) => body as { readonly id: string | number; readonly checkType?: string }

const signIn = async () => {
  const { key } = await service.account()
  return service.as(key)
}

/** The route of creation, its body, the expected resource and the change of an update. */
const kinds: [string, object, object, object][] = [
  [
    'browser',
    { ...browser, sslCheckDomain: 'www.example.com', dependencies: files },
    { ...browser, checkType: 'BROWSER', sslCheckDomain: 'www.example.com' },
    { sslCheckDomain: null, script: 'changed' },
  ],
  [
    'multistep',
    { ...browser, runtimeId: '2024.09' },
    { ...browser, checkType: 'MULTI_STEP' },
    { runtimeId: '2026.04' },
  ],
  [
    '',
    { checkType: 'PLAYWRIGHT', name: 'suite', codeBundlePath: 'bundles/1', browsers: ['firefox'], engine: 'node' },
    { checkType: 'PLAYWRIGHT', codeBundlePath: 'bundles/1', browsers: ['firefox'], testCommand: 'npx playwright test' },
    { testCommand: 'npx playwright test --grep @smoke' },
  ],
  [
    '',
    { checkType: 'AGENTIC', name: 'agent', prompt: 'Look.', agentRuntime: { skills: ['search'] } },
    { checkType: 'AGENTIC', prompt: 'Look.', agentRuntime: { skills: ['search'] }, frequency: 30 },
    { prompt: 'Look again.' },
  ],
]

describe('checks with code', () => {
  test.each(kinds)('/v1/checks/%s stores what it is sent: %j', async (slug, body, shown, change) => {
    const call = await signIn()
    const path = slug === '' ? '/v1/checks' : `/v1/checks/${slug}`
    const created = await call('POST', path, body)
    expect({ status: created.status, body: created.body }).toMatchObject({ status: 201, body: shown })
    const { id, checkType } = made(created)
    for (const version of ['v1', 'v2', 'v3'])
      expect((await call('GET', `/${version}/checks/${id}`)).body).toMatchObject(shown)
    const listed = await call('GET', `/v1/checks?checkType=${checkType}`)
    expect(listed.body).toMatchObject([{ id }])
    const updated = await call('PUT', `${path}/${id}`, change)
    expect({ status: updated.status, body: updated.body }).toMatchObject({ status: 200, body: change })
    expect((await call('PUT', `${path}/${id}`, made(created))).body).toMatchObject(shown)
    const generic = await call('PUT', `/v1/checks/${id}`, change)
    expect({ status: generic.status, body: generic.body }).toMatchObject({ status: 200, body: change })
    expect((await call('DELETE', `/v1/checks/${id}`)).status).toBe(204)
    expect((await call('GET', `/v1/checks/${id}`)).status).toBe(404)
  })

  test('dependencies are returned on request', async () => {
    const call = await signIn()
    const { id } = made(await call('POST', '/v1/checks/browser', { ...browser, dependencies: files }))
    expect((await call('GET', `/v1/checks/${id}`)).body).not.toHaveProperty('dependencies')
    expect((await call('GET', `/v1/checks/${id}?includeDependencies=true`)).body).toMatchObject({ dependencies: files })
  })

  test.each<[string, object, string]>([
    ['browser', { name: 'x' }, 'script'],
    ['browser', { name: 'x', script: '' }, 'script'],
    ['', { name: 'x', checkType: 'PLAYWRIGHT' }, 'codeBundlePath'],
    ['', { name: 'x', checkType: 'AGENTIC', prompt: 'x'.repeat(10_001) }, 'prompt'],
    [
      '',
      { name: 'x', checkType: 'AGENTIC', prompt: 'x', locations: ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'] },
      'locations',
    ],
    ['', { name: 'x', checkType: 'GRPC', request: { url: 'a', port: 1, timeout: 181 } }, 'request.timeout'],
    ['', { name: 'x', checkType: 'TRACEROUTE', request: { url: 'a', maxHops: 65 } }, 'request.maxHops'],
    ['ssl', { name: 'x', request: { sslConfig: { hostname: 'a' } }, maxResponseTime: 30_001 }, 'maxResponseTime'],
    ['ssl', { name: 'x', request: { sslConfig: {} } }, 'request.sslConfig.hostname'],
    [
      'browser',
      { ...browser, environmentVariables: Array.from({ length: 101 }, (_, n) => ({ key: `K${n}`, value: 'v' })) },
      'environmentVariables',
    ],
  ])('/v1/checks/%s rejects %j by %s', async (slug, body, field) => {
    const call = await signIn()
    const rejected = await call('POST', slug === '' ? '/v1/checks' : `/v1/checks/${slug}`, body)
    expect({ status: rejected.status, body: rejected.body }).toMatchObject({
      status: 400,
      body: { attributes: { [field]: expect.any(String) } },
    })
  })

  test('a client certificate stays while an SSL check names it', async () => {
    const call = await signIn()
    const certificate = made(
      await call('POST', '/v1/client-certificates', { host: 'a.example', ...certificates.client }),
    )
    const request = {
      sslConfig: { hostname: 'a.example', clientCertificateMode: 'explicit' },
      sslClientCertificateId: certificate.id,
    }
    const { id } = made(await call('POST', '/v1/checks/ssl', { name: 'ssl', request }))
    const path = `/v1/client-certificates/${certificate.id}`
    expect((await call('DELETE', path)).status).toBe(409)
    await call('DELETE', `/v1/checks/${id}`)
    expect((await call('DELETE', path)).status).toBe(204)
  })
})

describe('an API check with scripts', () => {
  const site = { name: 'site', request: { method: 'GET', url: 'https://example.com' } }

  test('keeps them, and a snippet stays while it is named', async () => {
    const call = await signIn()
    const snippet = made(await call('POST', '/v1/snippets', { name: 'sign-in', script: 'x' }))
    const scripts = { setupSnippetId: snippet.id, localTearDownScript: 'response.body = ""' }
    const created = await call('POST', '/v1/checks/api', { ...site, ...scripts })
    expect({ status: created.status, body: created.body }).toMatchObject({ status: 201, body: scripts })
    expect((await call('DELETE', `/v1/snippets/${snippet.id}`)).status).toBe(409)
    const path = `/v1/checks/api/${made(created).id}`
    const rejected = await call('PUT', path, { tearDownSnippetId: 999_999 })
    expect(rejected.body).toMatchObject({ attributes: { code: 'SNIPPET_UNKNOWN', field: 'tearDownSnippetId' } })
    expect((await call('PUT', path, { setupSnippetId: null })).status).toBe(200)
    expect((await call('DELETE', `/v1/snippets/${snippet.id}`)).status).toBe(204)
  })
})
