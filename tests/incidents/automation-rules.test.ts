import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { applyIncidentTasks } from '#publishing'
import { expireHeartbeats, recordPing } from '#runs'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'
import type { Send, TestAnswer } from '../support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let path: string
let url: string
let componentId: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  url = `acme-${randomId()}`
  path = `/v3/status-pages/${idOf(await send('POST', '/v3/status-pages', { name: 'Acme', url }))}`
  componentId = idOf(await send('POST', `${path}/components`, { name: 'Shop', displayOrder: 1 }))
})

const idOf = ({ body }: TestAnswer): string => String(Object(body).id)
const context = () => ({ nowMs: service.clock.now(), publicUrl: 'https://belfry.example' })
const apply = async () => {
  while ((await applyIncidentTasks(service.store, service.clock.now(), 100)) > 0);
}
const addRule = async (changes: object = {}) =>
  `${path}/automation-rules/${idOf(
    await send('POST', `${path}/automation-rules`, {
      name: 'Backups fail',
      tags: ['backup'],
      firstUpdate: 'No backup came.',
      lastUpdate: 'Backups come again.',
      components: [{ componentId, targetImpact: 'PARTIAL_OUTAGE' }],
      ...changes,
    }),
  )}`

interface Incident {
  readonly id: string
  readonly lastUpdateStatus: string
}
const incidents = async () =>
  (Object((await send('GET', `${path}/incidents`)).body).entries as Incident[]).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
const statuses = async () => (await incidents()).map(({ lastUpdateStatus }) => lastUpdateStatus)
const said = async (id: string) =>
  (Object((await send('GET', `${path}/incidents/${id}`)).body).incidentUpdates as { description: string }[])
    .map(({ description }) => description)
    .toReversed()

/** A heartbeat with tags that was pinged once; it fails when five minutes go by without a ping. */
async function watched(body: object = { tags: ['backup', 'other'] }) {
  const pingToken = randomId()
  const timing = { period: 5, periodUnit: 'minutes', grace: 0, graceUnit: 'seconds' }
  const answer = await send('POST', '/v1/checks/heartbeat', {
    name: 'backup',
    heartbeat: { ...timing, pingToken },
    ...body,
  })
  const recover = async () => {
    await recordPing(service.store, { token: pingToken, source: 'HTTPS GET', userAgent: 'curl' }, context())
  }
  await recover()
  return { id: idOf(answer), recover }
}
/** Lets time go by in which no check is pinged. */
const fail = async () => {
  service.clock.advance(5 * minuteMs + 1)
  await expireHeartbeats(service.store, context(), 100)
}

describe('an automation rule', () => {
  it('opens an incident with the first failure, and resolves it when all matching checks have recovered', async () => {
    const rule = await addRule()
    const group = Number(idOf(await send('POST', '/v2/check-groups', { name: 'Nightly', tags: ['backup'] })))
    const [first, second] = [await watched(), await watched({ groupId: group })]
    await watched({ tags: ['unrelated'] })
    await fail()
    await apply()
    const [incident] = await incidents()
    expect(incident).toMatchObject({
      name: 'Backups fail',
      lastUpdateStatus: 'INVESTIGATING',
      componentImpacts: [{ componentId, status: 'PARTIAL_OUTAGE', endedAt: null }],
    })
    expect(await statuses()).toHaveLength(1)
    expect((await send('GET', rule)).body).toMatchObject({ incidentId: incident?.id })
    await first.recover()
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
    service.clock.advance(minuteMs)
    await second.recover()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
    expect(await said(incident?.id ?? '')).toEqual(['No backup came.', 'Backups come again.'])
    expect((await send('GET', rule)).body).toMatchObject({ incidentId: null })
    expect((await service.as(null)('GET', `/status/${url}.json`)).body).toMatchObject({ state: 'OPERATIONAL' })
  })

  it('reopens its incident within the cool-down, and opens another one after it', async () => {
    await addRule({ coolDownWindowMinutes: 6 })
    const check = await watched()
    await fail()
    await apply()
    await check.recover()
    await apply()
    await fail()
    await apply()
    const [incident] = await incidents()
    expect(await statuses()).toEqual(['INVESTIGATING'])
    expect(await said(incident?.id ?? '')).toEqual(['No backup came.', 'Backups come again.', 'No backup came.'])
    expect(incident).toMatchObject({
      componentImpacts: [{ status: 'PARTIAL_OUTAGE' }, { status: 'PARTIAL_OUTAGE', endedAt: null }],
    })
    await check.recover()
    service.clock.advance(4 * minuteMs)
    await check.recover()
    await fail()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED', 'INVESTIGATING'])
  })

  it('opens another incident each time without a cool-down', async () => {
    await addRule({ coolDownWindowMinutes: 0 })
    const check = await watched()
    for (const _round of [1, 2]) {
      await fail()
      await check.recover()
      await apply()
    }
    expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED'])
  })

  it('opens nothing while it is disabled, but resolves what it opened; once deleted it resolves nothing', async () => {
    const [disabled, deleted] = [await addRule(), await addRule({ name: 'Other' })]
    const check = await watched()
    await fail()
    await apply()
    const { body } = await send('GET', disabled)
    await send('PUT', disabled, { ...Object(body), enabled: false, components: [] })
    expect((await send('DELETE', deleted)).status).toBe(204)
    await check.recover()
    await apply()
    expect((await statuses()).toSorted()).toEqual(['INVESTIGATING', 'RESOLVED'])
    await fail()
    await apply()
    expect(await statuses()).toHaveLength(2)
  })

  it('lets the deletion of a check count as its recovery', async () => {
    await addRule()
    const check = await watched()
    await fail()
    await apply()
    await send('DELETE', `/v1/checks/${check.id}`)
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('is applied once and in order by processes at once, also after one that dies', async () => {
    await addRule({ coolDownWindowMinutes: 0 })
    const check = await watched()
    for (const _round of [1, 2, 3]) {
      await fail()
      await check.recover()
    }
    const dying = {
      ...service.store,
      db: {
        ...service.store.db,
        transaction: (work: Parameters<typeof service.store.db.transaction>[0]) =>
          service.store.db.transaction(async (tx) => {
            await work(tx)
            throw new Error('killed')
          }),
      },
    }
    await expect(applyIncidentTasks(dying as typeof service.store, service.clock.now(), 100)).rejects.toThrow('killed')
    expect(await statuses()).toEqual([])
    await Promise.all([1, 2, 3].map(() => apply()))
    await apply()
    expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED', 'RESOLVED'])
    expect(await database.db().rows('select from automation_tasks')).toEqual([])
  })

  it('does not resolve what a person has taken over; handed back, what has recovered is resolved at once', async () => {
    await addRule()
    const check = await watched()
    await fail()
    await apply()
    const id = (await incidents())[0]?.id ?? ''
    const handle = (isTakenOver: boolean) => send('PUT', `/v1/status-page-incidents/${id}`, { isTakenOver })
    expect((await handle(true)).body).toMatchObject({
      openedBy: { checkId: check.id, checkName: 'backup', ruleName: 'Backups fail' },
      checks: [{ id: check.id, isFailing: true }],
    })
    const { annotations } = Object((await send('GET', `/v1/checks/${check.id}/series`)).body)
    expect(annotations).toContainEqual(expect.objectContaining({ kind: 'INCIDENT', id, severity: null }))
    await check.recover()
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
    expect((await handle(false)).body).toMatchObject({ status: 'RESOLVED', takenOverAt: null })
    expect((await said(id)).at(-1)).toBe('Backups come again.')
  })

  it('resolves by itself again what it reopens after a person had taken it over', async () => {
    await addRule({ coolDownWindowMinutes: 30 })
    const check = await watched()
    await fail()
    await apply()
    const id = (await incidents())[0]?.id ?? ''
    await send('PUT', `/v1/status-page-incidents/${id}`, { isTakenOver: true })
    await check.recover()
    await send('POST', `${path}/incidents/${id}/incident-updates`, { status: 'RESOLVED', description: 'Done.' })
    await apply()
    await fail()
    await apply()
    await check.recover()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
    expect((await said(id)).slice(-2)).toEqual(['No backup came.', 'Backups come again.'])
  })

  it('takes components of its page only, each once', async () => {
    const other = idOf(await send('POST', '/v3/status-pages', { name: 'Other', url: randomId() }))
    const elsewhere = idOf(await send('POST', `/v3/status-pages/${other}/components`, { name: 'A', displayOrder: 1 }))
    const rule = (components: object[], changes: object = {}) =>
      send('POST', `${path}/automation-rules`, {
        name: 'Rule',
        tags: ['a'],
        firstUpdate: 'a',
        lastUpdate: 'b',
        components,
        ...changes,
      })
    const shop = { componentId, targetImpact: 'MAJOR_OUTAGE' }
    for (const wrong of [
      await rule([{ ...shop, componentId: elsewhere }]),
      await rule([shop, shop]),
      await rule([{ ...shop, targetImpact: 'OPERATIONAL' }]),
      await rule([shop], { tags: [] }),
      await rule([shop], { coolDownWindowMinutes: 1441 }),
    ])
      expect(wrong.status).toBe(400)
  })
})
