import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let path: string
let url: string
let shop: string
let orders: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  url = `acme-${randomId()}`
  path = `/v3/status-pages/${idOf(await send('POST', '/v3/status-pages', { name: 'Acme', url }))}`
  shop = idOf(await send('POST', `${path}/components`, { name: 'Shop', type: 'GROUP', displayOrder: 1 }))
  orders = idOf(await send('POST', `${path}/components`, { name: 'Orders', displayOrder: 1, parentId: shop }))
})

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const codeOf = ({ status, body }: TestAnswer) => [status, Object(body).attributes?.code]
const update = (status: string, changes: object = {}) => ({ status, description: `${status}.`, ...changes })
const impact = (status: string, componentId = orders) => ({ componentId, status })
const open = async (changes: object = {}): Promise<string> =>
  `${path}/incidents/${idOf(
    await send('POST', `${path}/incidents`, {
      name: 'Orders fail',
      componentImpacts: [impact('PARTIAL_OUTAGE')],
      incidentUpdates: [update('INVESTIGATING')],
      ...changes,
    }),
  )}`
const impactsOf = async (incident: string) =>
  (Object((await send('GET', incident)).body).componentImpacts as { status: string; endedAt: string | null }[]).map(
    ({ status, endedAt }) => [status, endedAt !== null],
  )
const shown = async () => Object((await service.as(null)('GET', `/status/${url}.json`)).body)

describe('an incident of a page with components', () => {
  it('affects components until it is resolved, and readers see how', async () => {
    const incident = await open()
    expect((await send('GET', incident)).body).toMatchObject({ lastUpdateStatus: 'INVESTIGATING', duration: null })
    expect(await shown()).toMatchObject({
      state: 'PARTIAL_OUTAGE',
      cards: [{ name: 'Shop', state: 'PARTIAL_OUTAGE', services: [{ name: 'Orders', state: 'PARTIAL_OUTAGE' }] }],
      openIncidents: [{ name: 'Orders fail', severity: 'PARTIAL_OUTAGE', services: ['Orders'] }],
    })
    service.clock.advance(minuteMs)
    expect((await send('POST', `${incident}/incident-updates`, update('RESOLVED'))).status).toBe(201)
    expect((await send('GET', incident)).body).toMatchObject({ lastUpdateStatus: 'RESOLVED', duration: 60 })
    expect(await impactsOf(incident)).toEqual([['PARTIAL_OUTAGE', true]])
    const after = await shown()
    expect(after).toMatchObject({ state: 'OPERATIONAL', recent: [{ severity: 'PARTIAL_OUTAGE' }] })
    expect(after.cards[0].services[0].days.at(-1)).toMatchObject({ state: 'PARTIAL_OUTAGE', downtimeSeconds: 60 })
    const { text } = await service.as(null)('GET', `/status/${url}`)
    expect(text).toContain('Partial outage, 1 min (Orders fail)')
  })

  it('is set to the current status of all components; those that are not named are operational', async () => {
    const incident = await open()
    const other = idOf(await send('POST', `${path}/components`, { name: 'Search', displayOrder: 2 }))
    service.clock.advance(minuteMs)
    const body = {
      name: 'More fails',
      componentImpacts: [impact('MAJOR_OUTAGE'), impact('DEGRADED_PERFORMANCE', other)],
    }
    expect((await send('PUT', incident, body)).body).toMatchObject({ name: 'More fails' })
    expect(await impactsOf(incident)).toEqual([
      ['PARTIAL_OUTAGE', true],
      ['MAJOR_OUTAGE', false],
      ['DEGRADED_PERFORMANCE', false],
    ])
    await send('PUT', incident, { name: 'More fails' })
    expect((await shown()).state).toBe('MAJOR_OUTAGE')
    await send('PUT', incident, { name: 'More fails', componentImpacts: [impact('OPERATIONAL')] })
    expect((await shown()).state).toBe('OPERATIONAL')
    expect(
      codeOf(await send('PUT', incident, { name: 'A', componentImpacts: [impact('MAJOR_OUTAGE', randomId())] })),
    ).toEqual([400, 'COMPONENT_UNKNOWN'])
  })

  it('on a group affects all in it, as maintenance without downtime, and names nothing hidden', async () => {
    await send('POST', `${path}/components`, { name: 'Secret', displayOrder: 3, parentId: shop, hidden: true })
    await open({ componentImpacts: [impact('UNDER_MAINTENANCE', shop)] })
    service.clock.advance(minuteMs)
    const page = await shown()
    expect(page).toMatchObject({
      state: 'UNDER_MAINTENANCE',
      cards: [{ services: [{ name: 'Orders', state: 'MAINTENANCE', uptimePercent: 100 }] }],
      openIncidents: [{ services: ['Orders'] }],
    })
    expect(JSON.stringify(page)).not.toContain('Secret')
  })

  it('about hidden components alone is not told to readers, not even after its end', async () => {
    const hidden = { name: 'Secret', displayOrder: 3, hidden: true }
    const secret = idOf(await send('POST', `${path}/components`, hidden))
    const empty = idOf(await send('POST', `${path}/components`, { name: 'Later', type: 'GROUP', displayOrder: 9 }))
    const incident = await open({ name: 'Merger prepared', componentImpacts: [impact('MAJOR_OUTAGE', secret)] })
    const at = incident.split('/').at(-1)
    const read = async () => [
      JSON.stringify(await shown()),
      ...(await Promise.all(
        ['', '/feed.rss', '/history', '/api/v2/summary.json', `/incidents/${at}`].map(
          async (part) => (await service.as(null)('GET', `/status/${url}${part}`)).text,
        ),
      )),
    ]
    expect((await read()).join('\n')).not.toContain('Merger prepared')
    expect((await shown()).state).toBe('OPERATIONAL')
    await send('POST', `${incident}/incident-updates`, update('RESOLVED'))
    expect((await read()).join('\n')).not.toContain('Merger prepared')
    expect((await send('DELETE', `${path}/components/${secret}`)).status).toBe(204)
    expect((await read()).join('\n')).not.toContain('Merger prepared')
    await open({ name: 'Soon', componentImpacts: [impact('MAJOR_OUTAGE', empty)] })
    expect((await shown()).openIncidents).toMatchObject([{ name: 'Soon', services: [] }])
  })

  it('is corrected by another timeline', async () => {
    const incident = await open()
    const timeline = (endedAt: string | null) => ({
      componentImpacts: [{ ...impact('MAJOR_OUTAGE'), startedAt: '2026-03-01T10:00:00.000Z', endedAt }],
    })
    expect(
      (await send('PUT', `${incident}/component-impacts`, timeline('2026-03-01T10:30:00.000Z'))).body,
    ).toMatchObject(timeline('2026-03-01T10:30:00.000Z'))
    expect(codeOf(await send('PUT', `${incident}/component-impacts`, timeline('2026-03-01T09:00:00.000Z')))).toEqual([
      400,
      'TIME_RANGE_INVALID',
    ])
    await send('POST', `${incident}/incident-updates`, update('RESOLVED'))
    for (const [at, body] of [
      [`${incident}/component-impacts`, timeline(null)],
      [incident, { name: 'A', componentImpacts: [impact('MAJOR_OUTAGE')] }],
    ] as const)
      expect(codeOf(await send('PUT', at, body))).toEqual([409, 'INCIDENT_RESOLVED'])
  })

  it('keeps one update, and none is before the first', async () => {
    const incident = await open()
    const updates = `${incident}/incident-updates`
    const [first] = (await send('GET', updates)).body as { id: string }[]
    expect(codeOf(await send('DELETE', `${updates}/${first?.id}`))).toEqual([409, 'LAST_INCIDENT_UPDATE'])
    const early = update('IDENTIFIED', { publicIncidentUpdateDate: '2026-01-01T00:00:00.000Z' })
    expect(codeOf(await send('POST', updates, early))).toEqual([400, 'TIME_RANGE_INVALID'])
    const second = idOf(await send('POST', updates, update('RESOLVED')))
    expect((await send('DELETE', `${updates}/${second}`)).status).toBe(204)
    expect((await send('GET', incident)).body).toMatchObject({ lastUpdateStatus: 'INVESTIGATING', duration: null })
    const moved = update('INVESTIGATING', { publicIncidentUpdateDate: '2026-01-01T00:00:00.000Z' })
    expect((await send('PUT', `${updates}/${first?.id}`, moved)).body).toMatchObject(moved)
  })

  it('is listed by its last update, and not among those of services, nor found there', async () => {
    const [older, newer] = [await open({ name: 'Older' }), await open({ name: 'Newer' })]
    service.clock.advance(1000)
    await send('POST', `${older}/incident-updates`, update('IDENTIFIED'))
    const first = await send('GET', `${path}/incidents?limit=1`)
    expect(first.body).toMatchObject({ entries: [{ name: 'Older' }] })
    const { nextId } = first.body as { nextId: string }
    expect((await send('GET', `${path}/incidents?limit=1&nextId=${nextId}`)).body).toMatchObject({
      entries: [{ name: 'Newer' }],
      nextId: null,
    })
    expect((await send('GET', '/v1/status-pages/incidents')).body).toMatchObject({ length: 0 })
    const id = newer.split('/').at(-1)
    for (const method of ['GET', 'DELETE'] as const)
      expect((await send(method, `/v1/status-pages/incidents/${id}`)).status).toBe(404)
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', newer)).status).toBe(404)
    expect((await send('DELETE', newer)).status).toBe(204)
    expect((await service.as(null)('GET', `/status/${url}/incidents/${id}`)).status).toBe(404)
  })
})
