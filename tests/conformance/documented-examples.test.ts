import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defaultAlertSettings, regions, servedLocationName } from '#contract'
import { createProject } from '#deployments'
import { createChannel } from '#management'
import { saveLocationNames } from '#storage/alerts'
import { AlertScene } from '../support/alert-scene.ts'
import { certificates } from '../support/certificates/read-certificates.ts'
import { useDatabase } from '../support/database.ts'
import { storeRunHistory } from '../support/run-history.ts'
import { TestService } from '../support/test-service.ts'
import { storeGoodAndFailed } from '../support/good-and-failed.ts'

const database = useDatabase()
const docs = new URL('../../docs/', import.meta.url)
const textOf = (page: string): string => readFileSync(new URL(`${page}.md`, docs), 'utf8')

/** Their examples build on each other, or on what a run left; the tests of their resources run them. */
const runElsewhere = new Set(['status-pages', 'status-pages-v3', 'subscriptions', 'incidents', 'error-groups'])

/** Pages with requests in blocks of `http`. The block behind one, if it is `json` or `xml`, is what the answer holds. */
const pages = readdirSync(docs)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace('.md', ''))
  .filter((page) => !runElsewhere.has(page) && textOf(page).includes('```http'))

/** What has to be there before an example makes sense; `{checkId}` or `{channelId}` in the page is what is made here. */
const surroundings: { readonly [page: string]: (service: TestService, accountId: string) => Promise<string> } = {
  'test-sessions': (service, accountId) => service.check(accountId, { tags: ['shop'] }),
  triggers: (service, accountId) => service.check(accountId),
  'deployment-triggers': (service, accountId) => service.check(accountId),
  'check-sessions': (service, accountId) => service.check(accountId, { tags: ['production', 'shop'] }),
  'check-statuses': (service, accountId) => service.check(accountId),
  'checks-heartbeat': (service, accountId) => service.heartbeat(accountId),
  'check-results': async (service, accountId) => {
    const checkId = await service.check(accountId)
    await storeGoodAndFailed(service, accountId, checkId)
    return checkId
  },
  checks: (service, accountId) => service.check(accountId),
  'check-groups': (service, accountId) => service.check(accountId),
  silences: (service, accountId) => service.check(accountId),
  explain: async (service, accountId) => {
    const alertSettings = { ...defaultAlertSettings, runBasedEscalation: { failedRunThreshold: 3 } }
    const scene = new AlertScene(service, { accountId, key: '' })
    await scene.check({ useGlobalAlertSettings: false, alertSettings })
    await scene.run('passed', 'failed')
    return scene.checkId
  },
  'escalation-policies': async ({ store, clock }, accountId) => {
    const caller = { accountId, nowMs: clock.now() }
    const { channel } = await createChannel(store, caller, {
      type: 'EMAIL',
      config: { address: 'ops@example.com' },
      subscriptions: [],
    })
    return String(channel.id)
  },
  drills: async (service, accountId) => {
    const checkId = await service.check(accountId)
    await createChannel(
      service.store,
      { accountId, nowMs: service.clock.now() },
      {
        type: 'EMAIL',
        config: { address: 'ops@example.com' },
        subscriptions: [{ checkId, activated: true }],
      },
    )
    return checkId
  },
  projects: async ({ store, clock }, accountId) => {
    const caller = { accountId, nowMs: clock.now() }
    await createProject(store, caller, { logicalId: 'shop', name: 'Shop' })
    await createChannel(store, caller, { type: 'EMAIL', config: { address: 'ops@example.com' }, subscriptions: [] })
    return ''
  },
  badges: (service, accountId) => service.check(accountId),
  analytics: (service, accountId) => service.check(accountId),
  'back-tests': async (service, accountId) => {
    const checkId = await service.check(accountId)
    await storeRunHistory(service, { accountId, checkId }, '..x...x....xxx..')
    return checkId
  },
  // As a process that serves all of them does when it starts.
  locations: async ({ db }) => {
    await saveLocationNames(db, regions, (code) => servedLocationName(code, null, regions))
    return ''
  },
}

interface Example {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body: object | undefined
  readonly kind: string
  readonly answer: string
}

function examplesOf(text: string): Example[] {
  const pairs = text.matchAll(/```http\n(GET|POST) (\S+)\n((?:(?!```)[\s\S])*)```\s+```(json|xml)\n([\s\S]*?)```/g)
  return [...pairs].map(([, method, url = '', body = '', kind = '', answer = '']) => ({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    body: body.trim() === '' ? undefined : withCertificates(JSON.parse(body)),
    kind,
    answer,
  }))
}

/** Documents cut certificates short. */
function withCertificates(body: Record<string, unknown>): object {
  return 'cert' in body ? { ...body, ...certificates.client } : body
}

it.each(pages)('the examples of docs/%s.md are answered as the page says', async (page) => {
  const service = new TestService(database.db())
  const { key, accountId } = await service.account()
  const made = await surroundings[page]?.(service, accountId)
  const examples = examplesOf(textOf(page).replaceAll(/\{(checkId|channelId)\}/g, (name) => made ?? name))
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    const { method, url, body, kind, answer } = example
    const { status, body: answered, text } = await service.as(key)(method, url, body)
    const shown = kind === 'json' ? JSON.parse(answer) : answered
    const isMade = status === 200 || (status === 201 && method === 'POST')
    // Examples of errors name their status.
    expect({ url, isAsShown: isMade || status === shown.statusCode, answered }).toMatchObject({
      url,
      isAsShown: true,
      answered: shown,
    })
    expect([url, kind === 'json' || text.includes(answer.trim())]).toEqual([url, true])
  }
})
