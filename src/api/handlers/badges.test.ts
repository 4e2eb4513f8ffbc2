import { beforeAll, describe, expect, test } from 'vitest'
import { enableGroupBadge, renderBadge } from '#publishing'
import { createGroup } from '#management'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const anonymous = (url: string, headers: Record<string, string> = {}) => service.as(null, headers)('GET', url)
const ofCheck = (id: string) => `/v1/badges/checks/${id}`
const ofGroup = (token: string | number) => `/v1/badges/groups/${token}`

const setState = (checkId: string, status: string | null, ms: number | null = 12) =>
  service.db.rows('update check_states set status = $2, last_response_time_ms = $3 where check_id = $1', [
    checkId,
    status,
    ms,
  ])

async function aGroup(): Promise<{
  groupId: number
  token: string
  member: (changes?: object) => Promise<string>
  accountId: string
}> {
  const { accountId } = await service.account()
  const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
  const input = { generation: 2 as const, body: { name: 'shop' }, autoAssignAlerts: false }
  const { group } = await createGroup(service.store, caller, input)
  return {
    accountId,
    groupId: group.id,
    token: await enableGroupBadge(service.store, caller, { id: group.id }),
    member: (changes) => service.check(accountId, { groupId: group.id, ...changes }),
  }
}

const flat = { style: 'flat', theme: 'default' } as const

describe('the badge of a check', () => {
  test('shows the state of the check publicly, and may be cached for half a minute', async () => {
    const id = await service.check((await service.account()).accountId, { name: 'a <b> & "c"' })
    const never = await anonymous(ofCheck(id))
    expect({
      status: never.status,
      contentType: never.headers['content-type'],
      cacheControl: never.headers['cache-control'],
    }).toEqual({
      status: 200,
      contentType: expect.stringContaining('image/svg+xml'),
      cacheControl: 'public, max-age=30',
    })
    const label = 'a <b> & "c"'
    expect(never.text).toBe(await renderBadge({ label, status: 'unknown', ...flat }))
    for (const status of ['passing', 'degraded', 'failing'] as const) {
      await setState(id, status)
      expect((await anonymous(ofCheck(id))).text).toBe(await renderBadge({ label, status, ...flat }))
    }
  })

  test('takes style, theme and the last response time', async () => {
    const id = await service.check((await service.account()).accountId)
    await setState(id, 'passing', 41.6)
    const { text } = await anonymous(`${ofCheck(id)}?style=for-the-badge&theme=dark&responseTime=true`)
    const look = { style: 'for-the-badge', theme: 'dark' } as const
    expect(text).toBe(await renderBadge({ label: 'database', status: 'passing', responseTimeMs: 42, ...look }))
    expect((await anonymous(`${ofCheck(id)}?style=round`)).status).toBe(400)
  })

  test('is not sent again while it stays the same', async () => {
    const id = await service.check((await service.account()).accountId)
    const { headers } = await anonymous(ofCheck(id))
    const known = { 'if-none-match': String(headers['etag']) }
    const again = await anonymous(ofCheck(id), known)
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
    await setState(id, 'failing')
    expect((await anonymous(ofCheck(id), known)).status).toBe(200)
  })

  test('is inactive while the check or its group is paused', async () => {
    const { groupId, member } = await aGroup()
    const [paused, inside] = [await member({ activated: false }), await member()]
    await setState(paused, 'passing')
    await setState(inside, 'passing')
    const inactive = await renderBadge({ label: 'database', status: 'inactive', ...flat })
    expect((await anonymous(`${ofCheck(paused)}?responseTime=true`)).text).toBe(inactive)
    expect((await anonymous(ofCheck(inside))).text).not.toBe(inactive)
    await service.db.rows('update check_groups set activated = false where id = $1', [groupId])
    expect((await anonymous(ofCheck(inside))).text).toBe(inactive)
  })

  test('that is private, unknown or malformed is rejected in the same bytes', async () => {
    const { accountId, groupId, token, member } = await aGroup()
    const id = await member()
    expect((await anonymous(ofCheck(id))).status).toBe(200)
    await service.db.rows(`update accounts set settings = '{"publicBadges": false}' where id = $1`, [accountId])
    const unknown = '00000000-0000-4000-8000-000000000000'
    const urls = [
      ofCheck(id),
      ofCheck(unknown),
      ofCheck('x'),
      ofGroup(groupId),
      ofGroup(token),
      ofGroup('0'.repeat(32)),
    ]
    const answers = await Promise.all([...urls, '/v1/badges/groups/x'].map((url) => anonymous(url)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, body: { message: 'No badge exists at this URL.' } })
  })
})

describe('the badge of a group', () => {
  test('is the worst of its activated members, with the longest response time', async () => {
    const { groupId, token, member } = await aGroup()
    const expectBadge = async (status: Parameters<typeof renderBadge>[0]['status'], responseTimeMs?: number) => {
      const timed = responseTimeMs === undefined ? {} : { responseTimeMs }
      const { text } = await anonymous(`${ofGroup(token)}?responseTime=true`)
      expect(text).toBe(await renderBadge({ label: 'shop', status, ...flat, ...timed }))
    }
    await expectBadge('unknown')
    const [one, two, paused] = [await member(), await member(), await member({ activated: false })]
    await setState(paused, 'failing', 999)
    await expectBadge('unknown')
    await setState(one, 'passing', 20)
    await expectBadge('passing', 20)
    await setState(two, 'degraded', 30)
    await expectBadge('degraded', 30)
    await setState(one, 'failing', 25)
    await expectBadge('failing', 30)
    await service.db.rows('update checks set activated = false where group_id = $1', [groupId])
    await expectBadge('inactive')
  })

  test('is off until it is turned on, at an unguessable URL, and not found after it is turned off', async () => {
    const { key } = await service.account()
    const call = service.as(key)
    const { id } = (await call('POST', '/v2/check-groups', { name: 'shop' })).body as { id: number }
    const path = `/v1/check-groups/${id}/badge`
    expect((await anonymous(ofGroup(id))).status).toBe(404)
    expect(await call('GET', path)).toMatchObject({
      status: 404,
      body: { attributes: { code: 'GROUP_BADGE_DISABLED' } },
    })

    const enabled = await call('PUT', path)
    const { token, url } = enabled.body as { token: string; url: string }
    expect({ status: enabled.status, tokenCount: token.length }).toEqual({ status: 200, tokenCount: 32 })
    expect(url.endsWith(ofGroup(token))).toBe(true)
    expect((await call('PUT', path)).body).toEqual({ token, url })
    expect((await call('GET', path)).body).toEqual({ token, url })
    expect((await anonymous(ofGroup(token))).status).toBe(200)
    expect((await anonymous(ofGroup(id))).status).toBe(404)

    const otherAccount = service.as((await service.account()).key)
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await otherAccount(method, path)).toMatchObject({
        status: 404,
        body: { attributes: { code: 'CHECK_GROUP_NOT_FOUND' } },
      })

    expect((await call('DELETE', path)).status).toBe(204)
    expect((await anonymous(ofGroup(token))).status).toBe(404)
    expect((await call('PUT', path)).body).not.toEqual({ token, url })
  })

  test('runs and loads nothing when it is opened by itself', async () => {
    const { token } = await aGroup()
    const { headers } = await anonymous(`${ofGroup(token)}?style=social`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})
