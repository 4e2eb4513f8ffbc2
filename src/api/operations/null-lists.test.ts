import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const path = '/v1/checks/api'
const request = { method: 'GET', url: 'https://example.com', headers: null, queryParameters: null, assertions: null }
const body = { name: 'shop', tags: null, alertChannelSubscriptions: null, request }

describe('null where a list is expected', () => {
  it('is an empty list when a check is created, as clients written in Go send it', async () => {
    const send = service.as((await service.account()).key)
    const { status, body: check } = await send('POST', path, body)
    expect(status).toBe(201)
    expect(check).toMatchObject({
      tags: [],
      alertChannelSubscriptions: [],
      request: { headers: [], queryParameters: [], assertions: [] },
    })
  })

  it('clears the list on update, also inside the defaults of a group', async () => {
    const send = service.as((await service.account()).key)
    const headers = [{ key: 'a', value: 'b' }]
    const given = { name: 'shop', tags: ['a'], locations: ['eu-west-1'], apiCheckDefaults: { headers } }
    const { body: group } = await send('POST', '/v2/check-groups', given)
    const cleared = { name: 'shop', tags: null, locations: null, apiCheckDefaults: { headers: null } }
    const { status, body: after } = await send('PUT', `/v2/check-groups/${idOf(group)}`, cleared)
    expect(status).toBe(200)
    expect(after).toMatchObject({ tags: [], locations: [], apiCheckDefaults: { headers: [] } })
  })
})

/** The cast is safe because every resource has an id. */
const idOf = (resource: unknown): string => String((resource as { readonly id: unknown }).id)
