import { describe, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useDashboards } from '../../../tests/support/use-dashboards.ts'

const { service, account, send, visit, dashboard, check } = useDashboards()
const stand = (checkId: string, status: string) =>
  service().db.rows('update check_states set status = $2 where check_id = $1', [checkId, status])
const namesIn = async (path: string): Promise<string[]> => {
  const { body } = await visit('GET', path)
  return (body as { checks: { name: string }[] }).checks.map(({ name }) => name)
}

describe('the checks of a dashboard', () => {
  it('have any or all of its tags, their own and those of their group', async () => {
    const group = await send('POST', '/v2/check-groups', { name: 'Group', tags: ['live'] })
    await check({ name: 'A', tags: ['shop'] })
    await check({ name: 'B', tags: ['shop', 'live'] })
    await check({ name: 'C', tags: ['shop'], groupId: Number(Object(group.body).id) })
    await check({ name: 'D', tags: ['else'] })
    const any = await dashboard({ tags: ['shop', 'live'] })
    const all = await dashboard({ tags: ['shop', 'live'], useTagsAndOperator: true })
    const every = await dashboard()
    expect(await namesIn(`${any.path}.json`)).toEqual(['A', 'B', 'C'])
    expect(await namesIn(`${all.path}.json`)).toEqual(['B', 'C'])
    expect(await namesIn(`${every.path}.json`)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('have the names that are meant for readers, where they have some', async () => {
    await check({ name: 'checkout-api-eu-2', displayName: 'Checkout' })
    await check({ name: 'B', displayName: '' })
    await check({ name: 'Alpha', displayName: null })
    const { path } = await dashboard()
    expect(await namesIn(`${path}.json`)).toEqual(['Alpha', 'B', 'Checkout'])
    expect((await visit('GET', path)).text).not.toContain('checkout-api-eu-2')
  })

  it('are sorted by name, or the worst first', async () => {
    for (const [name, status] of [
      ['A', 'passing'],
      ['B', 'degraded'],
      ['C', 'failing'],
    ] as const)
      await stand(await check({ name }), status)
    await check({ name: 'Paused', activated: false })
    await check({ name: 'New' })
    const byName = await dashboard()
    const byStatus = await dashboard({ sortByStatus: true })
    expect(await namesIn(`${byName.path}.json`)).toEqual(['A', 'B', 'C', 'New', 'Paused'])
    expect(await namesIn(`${byStatus.path}.json`)).toEqual(['C', 'B', 'New', 'A', 'Paused'])
    expect((await visit('GET', `${byStatus.path}.json`)).body).toMatchObject({
      statusCounts: { failing: 1, degraded: 1, unknown: 1, passing: 1, inactive: 1 },
    })
  })

  it('say since when and why they fail, and reveal messages with addresses only to readers with a key', async () => {
    const failing = async (name: string, kind: string, message: string): Promise<void> => {
      const id = await check({ name })
      const reasons = [{ kind, outcome: 'failed', message }]
      const resultId = await service().result(account().accountId, id, { outcome: 'failed', detail: { reasons } })
      const state = { problemSince: service().clock.now() - 90 * minuteMs }
      await service().db.rows(
        `update check_states set status = 'failing', last_result_id = $2, alert_state = $3 where check_id = $1`,
        [id, resultId, JSON.stringify(state)],
      )
    }
    await failing('Status', 'status', 'Expected a status code below 400, but it was 503.')
    await failing('Refused', 'failure', 'The connection to db.internal was refused.')
    const open = await dashboard()
    const page = (await visit('GET', open.path)).text
    expect(page).toMatch(/Failing since\s+<time datetime="2026-03-01T10:30:00.000Z">10:30 UTC<\/time> \(1 h 30 min\)/)
    expect(page).toContain('but it was 503.')
    expect(page).toContain('No answer')
    expect((await visit('GET', `${open.path}.json`)).text).not.toContain('db.internal')
    const closed = await dashboard({ isPrivate: true })
    const opened = await service().as(closed.key)('GET', closed.path)
    expect(opened.text).toContain('The connection to db.internal was refused.')
  })

  it('are paginated automatically', async () => {
    for (const name of ['A', 'B', 'C']) await check({ name })
    const { path } = await dashboard({ checksPerPage: 2, paginationRate: 30 })
    const first = (await visit('GET', path)).text
    expect(first).toContain(`<meta http-equiv="refresh" content="30;url=${path}?page=2" />`)
    expect(first).toContain(`<a href="${path}?page=2" rel="next">`)
    expect((await visit('GET', `${path}?page=2`)).text).toContain(`content="30;url=${path}?page=1"`)
    expect(await namesIn(`${path}.json?page=2`)).toEqual(['C'])
    for (const beyond of ['3', '999999']) expect(await namesIn(`${path}.json?page=${beyond}`)).toEqual(['C'])
    for (const wrong of ['0', '-1', 'x', '1e9', "1'"])
      expect(await namesIn(`${path}.json?page=${wrong}`)).toEqual(['A', 'B'])
    const still = await dashboard({ checksPerPage: 2, paginate: false, refreshRate: 300 })
    expect((await visit('GET', still.path)).text).toContain('<meta http-equiv="refresh" content="300" />')
  })

  it('display what the settings allow', async () => {
    const group = await send('POST', '/v2/check-groups', { name: 'The group', tags: [] })
    const id = await check({ name: 'A', tags: ['the-tag'], groupId: Number(Object(group.body).id) })
    const resultId = await service().result(account().accountId, id)
    const all = await dashboard({ showCheckRunLinks: true, expandChecks: true, link: 'https://acme.example/' })
    const shown = (await visit('GET', all.path)).text
    for (const part of ['The group', 'the-tag', 'P95', 'P99', '<details open', 'href="https://acme.example/"'])
      expect(shown).toContain(part)
    expect(shown).toContain(`href="https://belfry.example/v1/check-results/${id}/${resultId}"`)
    const hidden = { hideTags: true, showGroupNames: false, showP95: false, showP99: false, showHeader: false }
    const none = await dashboard({ ...hidden, description: 'Told in the header', width: '960PX' })
    const text = (await visit('GET', none.path)).text
    for (const part of ['The group', 'the-tag', 'P95', 'P99', '<details open', 'class="dashboard-header', id])
      expect(text).not.toContain(part)
    expect(JSON.stringify((await visit('GET', `${none.path}.json`)).body)).not.toMatch(/the-tag|The group|p9[59]/)
  })

  it('display their latest final results, and heartbeats their events', async () => {
    const id = await check({ name: 'A' })
    for (let index = 0; index < 30; index += 1) {
      service().clock.advance(minuteMs)
      const outcome = index === 29 ? 'failed' : index === 28 ? 'degraded' : 'passed'
      await service().result(account().accountId, id, { outcome, responseTimeMs: index })
      await service().result(account().accountId, id, { resultType: 'ATTEMPT', responseTimeMs: 5000 })
    }
    const { path } = await dashboard()
    expect((await visit('GET', path)).text).toContain('aria-label="Latest 24 results: 22 passed, 1 degraded, 1 failed"')
    const { body } = await visit('GET', `${path}.json`)
    const [shown] = (body as { checks: { recentResults: { responseTime: number }[] }[] }).checks
    expect(shown?.recentResults.map(({ responseTime }) => responseTime)).toEqual(
      Array.from({ length: 24 }, (_, at) => at + 6),
    )
  })
})
