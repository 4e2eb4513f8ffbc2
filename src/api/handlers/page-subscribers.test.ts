import { beforeAll, beforeEach, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { claimDueMails } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let path: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  path = `/v3/status-pages/${idOf(await send('POST', '/v3/status-pages', { name: 'Acme', url: `a-${randomId()}` }))}`
})

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const add = async (body: object): Promise<string> =>
  idOf(await send('POST', `${path}/components`, { displayOrder: 1, ...body }))
const subscribe = (people: Readonly<Record<string, readonly string[] | null>>, autoVerify = true) =>
  send('POST', `${path}/subscribers/bulk`, {
    subscriptions: Object.entries(people).map(([name, subscribedComponents]) => ({
      type: 'EMAIL',
      config: { address: `${name}@mail.example`, subscribedComponents },
    })),
    autoVerify,
  })
const mails = async () => {
  const claim = { nowMs: service.clock.now(), leaseMs: minuteMs, limit: 100, publicUrl: 'https://belfry.example' }
  const claimed = await claimDueMails(service.store, claim)
  return claimed.map(({ mail: { to, subject } }) => `${to}: ${subject}`).toSorted()
}

it('people are mailed about what they subscribed to, a group meaning what is in it now', async () => {
  const shop = await add({ name: 'Shop', type: 'GROUP' })
  const [orders, blog] = [await add({ name: 'Orders', parentId: shop }), await add({ name: 'Blog' })]
  await add({ name: 'Secret', parentId: shop, hidden: true })
  await subscribe({ all: null, shopper: [shop], reader: [blog] })
  const open = (componentImpacts: object[]) =>
    send('POST', `${path}/incidents`, {
      name: 'Down',
      componentImpacts,
      incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look.', notifySubscribers: true }],
    })
  await open([{ componentId: orders, status: 'MAJOR_OUTAGE' }])
  expect(await mails()).toEqual([
    'all@mail.example: [INCIDENT] Orders - Down (Investigating)',
    'shopper@mail.example: [INCIDENT] Orders - Down (Investigating)',
  ])
  await open([{ componentId: shop, status: 'PARTIAL_OUTAGE' }])
  expect(await mails()).toEqual([
    'all@mail.example: [INCIDENT] Orders - Down (Investigating)',
    'shopper@mail.example: [INCIDENT] Orders - Down (Investigating)',
  ])
  await open([])
  expect(await mails()).toEqual([
    'all@mail.example: [INCIDENT] Down (Investigating)',
    'reader@mail.example: [INCIDENT] Down (Investigating)',
    'shopper@mail.example: [INCIDENT] Down (Investigating)',
  ])
})

it('a mail says how bad it is for what readers see, and no longer what was worse before', async () => {
  const [orders, secret] = [await add({ name: 'Orders' }), await add({ name: 'Secret', hidden: true })]
  await subscribe({ all: null })
  const impacts = (status: string) => [
    { componentId: orders, status },
    { componentId: secret, status: 'MAJOR_OUTAGE' },
  ]
  const said = { description: 'We look.', notifySubscribers: true }
  const incident = `${path}/incidents/${idOf(
    await send('POST', `${path}/incidents`, {
      name: 'Slow',
      componentImpacts: impacts('PARTIAL_OUTAGE'),
      incidentUpdates: [{ ...said, status: 'INVESTIGATING' }],
    }),
  )}`
  service.clock.advance(1000)
  await send('PUT', incident, { name: 'Slow', componentImpacts: impacts('DEGRADED_PERFORMANCE') })
  for (const status of ['IDENTIFIED', 'RESOLVED']) {
    service.clock.advance(1000)
    await send('POST', `${incident}/incident-updates`, { ...said, status })
  }
  expect(await mails()).toHaveLength(3)
  const messages = await service.db.rows<{ severity: string }>(
    `select content ->> 'severity' as severity from subscriber_messages where content ->> 'incidentId' = $1 order by id`,
    [incident.split('/').at(-1)],
  )
  expect(messages.map(({ severity }) => severity)).toEqual(['PARTIAL_OUTAGE', 'DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE'])
})

it('subscribers are listed by their status, newest first, and removed', async () => {
  const blog = await add({ name: 'Blog' })
  expect((await subscribe({ first: null })).body).toEqual({ created: 1, skipped: 0, status: 'VERIFIED' })
  service.clock.advance(1000)
  expect((await subscribe({ first: null, second: [blog] }, false)).body).toEqual({
    created: 1,
    skipped: 1,
    status: 'PENDING',
  })
  expect(await mails()).toEqual(['second@mail.example: Confirm your subscription to Acme'])
  const all = (await send('GET', `${path}/subscribers`)).body as { entries: { id: string }[] }
  expect(all).toMatchObject({
    length: 2,
    entries: [
      { address: 'second@mail.example', status: 'PENDING', subscribedComponents: [blog] },
      { address: 'first@mail.example', status: 'VERIFIED', subscribedComponents: null },
    ],
  })
  expect((await send('GET', `${path}/subscribers?status=VERIFIED`)).body).toMatchObject({ length: 1 })
  await send('DELETE', `${path}/components/${blog}`)
  expect((await send('GET', `${path}/subscribers?status=PENDING`)).body).toMatchObject({
    entries: [{ subscribedComponents: [] }],
  })
  const id = all.entries[0]?.id
  expect((await send('GET', `${path.replace('v3', 'v1')}/subscriptions`)).status).toBe(404)
  expect((await send('DELETE', `${path.replace('v3', 'v1')}/subscriptions/${id}`)).status).toBe(404)
  expect((await send('DELETE', `${path}/subscribers/${id}`)).status).toBe(204)
  expect((await send('DELETE', `${path}/subscribers/${id}`)).status).toBe(404)
  expect((await subscribe({ third: [randomId()] })).status).toBe(400)
})
