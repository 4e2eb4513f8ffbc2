import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const services = '/v1/status-pages/services'
const own = async (): Promise<Send> => service.as((await service.account()).key)
const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const create = async (send: Send, name = 'Shop') => idOf(await send('POST', services, { name }))
const publishedWindow = async (send: Send, visibility: object): Promise<string> => {
  const body = { name: 'Work', startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T01:00:00Z' }
  const made = await send('POST', '/v1/maintenance-windows', {
    ...body,
    statusPageVisibility: { enabled: true, ...visibility },
  })
  return `/v1/maintenance-windows/${idOf(made)}`
}
const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }

describe('services of status pages', () => {
  it('are read as they were written, renamed and deleted', async () => {
    const send = await own()
    const created = await send('POST', services, { name: 'Shop' })
    expect(created).toMatchObject({ status: 200, body: { name: 'Shop', updated_at: null } })
    const url = `${services}/${idOf(created)}`
    expect((await send('GET', url)).body).toEqual(created.body)
    const renamed = await send('PUT', url, { name: 'Checkout' })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Checkout', updated_at: expect.any(String) } })
    expect((await send('PUT', url, {})).body).toMatchObject({ name: 'Checkout' })
    expect((await send('DELETE', url)).status).toBe(204)
    expect((await send('GET', url)).status).toBe(404)
    expect((await send('DELETE', url)).status).toBe(404)
  })

  it('are listed in pages by cursor, oldest first, or all at once', async () => {
    const send = await own()
    const ids = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await create(send, name))
    const page = async (query: string) =>
      (await send('GET', `${services}?${query}`)).body as {
        length: number
        entries: { id: string }[]
        nextId: string | null
      }
    const first = await page('limit=2')
    const second = await page(`limit=2&nextId=${first.nextId}`)
    const third = await page(`limit=2&nextId=${second.nextId}`)
    expect({
      firstCount: first.length,
      secondCount: second.length,
      thirdCount: third.length,
      nextId: third.nextId,
    }).toEqual({ firstCount: 2, secondCount: 2, thirdCount: 1, nextId: null })
    expect([first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(ids)
    expect(await page('limit=2&paginated=false')).toMatchObject({ length: 5, nextId: null })
    expect((await send('GET', `${services}?nextId=x`)).body).toMatchObject({ attributes: { code: 'CURSOR_INVALID' } })
  })

  it('are removed from cards, incidents, maintenance windows and checks', async () => {
    const send = await own()
    const [gone, stays] = [await create(send, 'Gone'), await create(send, 'Stays')]
    const page = await send('POST', '/v1/status-pages', {
      name: 'Page',
      url: `page-${gone}`,
      cards: [{ name: 'All', services: [{ id: gone }, { id: stays }] }],
    })
    const incident = await send('POST', '/v1/status-pages/incidents', {
      name: 'Down',
      severity: 'MAJOR',
      services: [{ id: gone }, { id: stays }],
      incidentUpdates: [{ description: 'Looking.' }],
    })
    const check = await send('POST', '/v1/checks/tcp', { ...tcp, triggerIncident: { serviceId: gone, name: 'Down' } })
    expect(check).toMatchObject({ status: 201, body: { triggerIncident: { serviceId: gone, severity: 'MAJOR' } } })
    expect((await send('DELETE', `${services}/${gone}`)).status).toBe(204)
    const left = [{ id: stays }]
    expect((await send('GET', `/v1/status-pages/${idOf(page)}`)).body).toMatchObject({ cards: [{ services: left }] })
    expect((await send('GET', `/v1/status-pages/incidents/${idOf(incident)}`)).body).toMatchObject({ services: left })
    expect((await send('GET', `/v1/checks/${idOf(check)}`)).body).toMatchObject({ triggerIncident: null })
  })

  it('leave a maintenance window that named no other on no page, and ready for the next update', async () => {
    const send = await own()
    const gone = await create(send, 'Gone')
    const pageId = idOf(await send('POST', '/v1/status-pages', { name: 'Page', url: `page-${gone}`, cards: [] }))
    const url = await publishedWindow(send, { serviceIds: [gone], statusPageIds: [pageId] })
    expect((await send('DELETE', `${services}/${gone}`)).status).toBe(204)
    const visibility = { enabled: true, serviceIds: [], statusPageIds: [] }
    expect(await send('PUT', url, { name: 'renamed' })).toMatchObject({
      status: 200,
      body: { statusPageVisibility: visibility },
    })
  })
})

describe('status pages that are deleted', () => {
  it('do not make a maintenance window that named them alone appear on others', async () => {
    const send = await own()
    const serviceId = await create(send)
    const card = { name: 'All', services: [{ id: serviceId }] }
    const [first, second] = ['first', 'second'].map((word) => `${word}-${serviceId}`)
    const pageId = idOf(await send('POST', '/v1/status-pages', { name: 'First', url: first, cards: [card] }))
    await send('POST', '/v1/status-pages', { name: 'Second', url: second, cards: [card] })
    const url = await publishedWindow(send, { affectAllServices: true, statusPageIds: [pageId] })
    expect((await send('DELETE', `/v1/status-pages/${pageId}`)).status).toBe(204)
    const visibility = { enabled: true, affectAllServices: false, serviceIds: [], statusPageIds: [] }
    expect((await send('GET', url)).body).toMatchObject({ statusPageVisibility: visibility })
  })
})

describe('triggerIncident of a check', () => {
  it('needs a service of the account, and names the one that is not', async () => {
    const [send, otherAccount] = [await own(), await own()]
    const serviceId = await create(otherAccount)
    const body = { ...tcp, triggerIncident: { serviceId, name: 'Down' } }
    expect(await send('POST', '/v1/checks/tcp', body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(serviceId), attributes: { code: 'SERVICE_UNKNOWN' } },
    })
  })

  it('stays when an update omits it, is replaced completely when it is named, and is cleared by null', async () => {
    const send = await own()
    const serviceId = await create(send)
    const trigger = { serviceId, name: 'Down', severity: 'MINOR', description: 'Sorry.', notifySubscribers: true }
    const url = `/v1/checks/tcp/${idOf(await send('POST', '/v1/checks/tcp', { ...tcp, triggerIncident: trigger }))}`
    expect((await send('PUT', url, { name: 'other' })).body).toMatchObject({ triggerIncident: trigger })
    const changed = await send('PUT', url, { triggerIncident: { serviceId, name: 'Gone' } })
    const defaults = { severity: 'MAJOR', description: '', notifySubscribers: false }
    expect(changed.body).toMatchObject({ triggerIncident: { serviceId, name: 'Gone', ...defaults } })
    const wrong = await send('PUT', url, { triggerIncident: { serviceId: 'x', name: 'Gone' } })
    expect(wrong.body).toMatchObject({ attributes: { code: 'SERVICE_UNKNOWN' } })
    expect((await send('PUT', url, { triggerIncident: null })).body).toMatchObject({ triggerIncident: null })
  })
})
