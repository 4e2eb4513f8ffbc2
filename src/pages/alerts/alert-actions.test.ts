import { beforeEach, describe, expect, test } from 'vitest'
import { claimPendingNotifications } from '#notifying'
import { dayMs } from '#kernel'
import { AlertScene, publicUrl, remindsEvery } from '../../../tests/support/alert-scene.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let scene: AlertScene
beforeEach(async () => {
  const service = new TestService(database.db())
  scene = new AlertScene(service, await service.account())
})

/** The links of all pending notifications, latest last, as paths. */
async function links(): Promise<({ acknowledge: string; snooze: string; mute: string } | null)[]> {
  const { clock, store } = scene.service
  const claim = () => claimPendingNotifications(store, { nowMs: clock.now(), limit: 100, leaseMs: 600_000, publicUrl })
  const first = await claim()
  // Alerts within 30 seconds of the first are sent in one message after it.
  clock.advance(31_000)
  const claimed = [...first, ...(await claim())].filter(({ accountId }) => accountId === scene.accountId)
  const pathOf = (url: string): string => url.replace(publicUrl, '')
  return claimed
    .flatMap((one) => [one, ...one.others])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(
      ({ actionLinks }) =>
        actionLinks && {
          acknowledge: pathOf(actionLinks.acknowledge),
          snooze: pathOf(actionLinks.snooze),
          mute: pathOf(actionLinks.mute),
        },
    )
}

async function linkOfFailure(changes: object = {}): Promise<{ acknowledge: string; snooze: string; mute: string }> {
  await scene.check(changes)
  await scene.run('failed')
  const [link] = await links()
  if (!link) throw new Error('expected a link')
  return link
}

const visitor = () => scene.service.as(null)
const open = (path: string) => visitor()('GET', path)
const press = (path: string, action: string, headers: Record<string, string> = {}) =>
  scene.service.as(null, { 'content-type': 'application/x-www-form-urlencoded', ...headers })(
    'POST',
    path,
    `action=${action}`,
  )
const usesOf = () =>
  scene.service.db.rows<{ action: string }>(`select action from alert_link_uses where account_id = $1`, [
    scene.accountId,
  ])

describe('the page behind the links of an alert', () => {
  test('shows the check and its state, and however often it is opened nothing changes', async () => {
    const link = await linkOfFailure({ name: 'Shop <b>' })
    const before = await scene.status()
    for (const path of [link.acknowledge, link.snooze, link.mute, link.acknowledge]) {
      const page = await open(path)
      expect([page.status, page.text.includes('Shop &lt;b&gt;'), page.text.includes('Failing')]).toEqual([
        200,
        true,
        true,
      ])
    }
    expect(await scene.status()).toEqual(before)
    expect(await usesOf()).toEqual([])
  })

  test('runs no script, is not cached, indexed or sent as referrer', async () => {
    const link = await linkOfFailure()
    const { headers, text } = await open(link.acknowledge)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(text).not.toContain('<script')
  })

  test('acknowledges once, reports by whom and when the second time, and reminders stop while the recovery is notified', async () => {
    const link = await linkOfFailure(remindsEvery(1))
    const first = await press(link.acknowledge, 'acknowledge')
    expect([first.status, first.text.includes('Acknowledged. Reminders stop')]).toEqual([200, true])
    const by = `a link sent over the EMAIL channel ${scene.channelId}`
    expect(await scene.status()).toMatchObject({ acknowledgedBy: by, acknowledgedAt: scene.inMinutes(0) })
    await scene.run('failed', 'failed')
    const second = await press(link.acknowledge, 'acknowledge')
    expect(second.status).toBe(200)
    expect(second.text).toContain(`Already acknowledged by ${by} at 2026-03-01 12:01 UTC`)
    await scene.run('passed')
    expect(await scene.sentAlerts()).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY'])
  })

  test('of two concurrent clicks one reports that the other was first, and the effect happens once', async () => {
    const link = await linkOfFailure()
    const answers = await Promise.all([1, 2, 3].map(() => press(link.snooze, 'snooze-60')))
    expect(answers.filter(({ text }) => text.includes('Snoozed for 1 hour'))).toHaveLength(1)
    expect(answers.filter(({ text }) => text.includes('Already snoozed'))).toHaveLength(2)
    expect(await usesOf()).toHaveLength(1)
    expect(await scene.status()).toMatchObject({ snoozedUntil: scene.inMinutes(60) })
  })

  test.each([
    ['snooze-240', { snoozedUntil: 240 }],
    ['snooze-1440', { snoozedUntil: 1440 }],
    ['mute-1440', { mutedUntil: 1440 }],
  ])('does %s', async (action, fields) => {
    const link = await linkOfFailure()
    expect((await press(link.mute, action)).status).toBe(200)
    const ends = Object.fromEntries(Object.entries(fields).map(([name, minutes]) => [name, scene.inMinutes(minutes)]))
    expect(await scene.status()).toMatchObject(ends)
  })

  test('is in the audit log as the same action of a person is, with the channel of the link, once', async () => {
    const link = await linkOfFailure({ name: 'Shop' })
    for (const action of ['acknowledge', 'mute-1440', 'mute-1440', 'snooze-60']) await press(link.mute, action)
    const { body } = await scene.send('GET', '/v1/audit-log?resourceType=CHECK&action=PERFORMED')
    const actor = { type: 'VISITOR', userId: null, name: `a link sent over the EMAIL channel ${scene.channelId}` }
    const resource = { type: 'CHECK', id: scene.checkId, name: 'Shop' }
    expect(body).toMatchObject({
      entries: [
        { operation: 'snoozeCheck', actor, resource },
        { operation: 'muteCheck', actor, resource, changes: [{ path: 'mutedUntil', after: expect.any(String) }] },
        { operation: 'acknowledgeCheck', actor, resource, changes: [{ path: 'acknowledgedBy', after: actor.name }] },
      ],
    })
  })

  test('reports that another person acknowledged it before', async () => {
    const link = await linkOfFailure()
    await scene.send('POST', `/v1/checks/${scene.checkId}/acknowledge`, { note: 'On it.' })
    const answer = await press(link.acknowledge, 'acknowledge')
    expect(answer.text).toMatch(/Already acknowledged by (?!a link)/)
    expect(await scene.status()).toMatchObject({ acknowledgementNote: 'On it.' })
  })

  test('does nothing once the check has recovered, nor for the next failure', async () => {
    const link = await linkOfFailure()
    await scene.run('passed')
    expect((await open(link.acknowledge)).text).toContain('over')
    expect((await press(link.acknowledge, 'acknowledge')).status).toBe(410)
    await scene.run('failed')
    expect((await press(link.snooze, 'snooze-60')).status).toBe(410)
    expect(await scene.status()).toMatchObject({ acknowledgedAt: null, snoozedUntil: null })
  })

  test('expires after seven days', async () => {
    const link = await linkOfFailure()
    scene.service.clock.advance(7 * dayMs)
    expect([(await open(link.mute)).status, (await press(link.mute, 'mute-1440')).status]).toEqual([410, 410])
  })

  test.each([
    ['another signature', (path: string) => path.replace(/.\?/, (end) => (end === 'A?' ? 'B?' : 'A?'))],
    ['another notification', (path: string) => path.replace('/alerts/', '/alerts/A').replace(/.\?/, '?')],
    ['a cut token', (path: string) => path.slice(0, 40)],
    ['something else', () => `/alerts/${'%00'.repeat(20)}`],
    ['nothing', () => '/alerts/'],
  ])('is not found for %s', async (_, change) => {
    const path = change((await linkOfFailure()).acknowledge)
    expect([(await open(path)).status, (await press(path, 'acknowledge')).status]).toEqual([404, 404])
    expect(await scene.status()).toMatchObject({ acknowledgedAt: null })
  })

  test('rejects forms of other sites and forms with an unknown action', async () => {
    const link = await linkOfFailure()
    const foreign = await press(link.acknowledge, 'acknowledge', { 'sec-fetch-site': 'cross-site' })
    const unknown = await press(link.acknowledge, 'delete')
    expect([foreign.status, unknown.status, await usesOf()]).toEqual([403, 400, []])
  })

  test('is not found once the check is deleted', async () => {
    const link = await linkOfFailure()
    await scene.send('DELETE', `/v1/checks/${scene.checkId}`)
    expect([(await open(link.mute)).status, (await press(link.mute, 'mute-1440')).status]).toEqual([404, 404])
  })
})

test('links are sent with failures, degradations and reminders, not with recoveries', async () => {
  await scene.check(remindsEvery(1))
  await scene.run('degraded', 'failed', 'failed', 'passed')
  const types = await scene.sentAlerts()
  const claimed = await links()
  expect(types.map((type, index) => [type, claimed[index] !== null])).toEqual([
    ['ALERT_DEGRADED', true],
    ['ALERT_DEGRADED_FAILURE', true],
    ['reminder ALERT_FAILURE_REMAIN', true],
    ['ALERT_RECOVERY', false],
  ])
})

test('an acknowledgement that is taken back brings reminders back; a check that passes has none to give', async () => {
  await scene.check(remindsEvery(1))
  const acknowledge = (method: 'POST' | 'DELETE') => scene.send(method, `/v1/checks/${scene.checkId}/acknowledge`)
  expect(await acknowledge('POST')).toMatchObject({ status: 409 })
  await scene.run('failed')
  expect(await acknowledge('POST')).toMatchObject({ status: 200, body: { acknowledgedAt: scene.inMinutes(0) } })
  await scene.run('failed', 'failed')
  expect(await scene.sentAlerts()).toEqual(['ALERT_FAILURE'])
  expect(await acknowledge('DELETE')).toMatchObject({ status: 204 })
  await scene.pass(0)
  expect(await scene.sentAlerts()).toEqual(['ALERT_FAILURE', 'reminder ALERT_FAILURE_REMAIN'])
})

test('an acknowledged degradation is still notified when it becomes a failure', async () => {
  await scene.check()
  await scene.run('degraded')
  await scene.send('POST', `/v1/checks/${scene.checkId}/acknowledge`, {})
  await scene.run('failed')
  expect(await scene.sentAlerts()).toEqual(['ALERT_DEGRADED', 'ALERT_DEGRADED_FAILURE'])
})

test.each([
  [{}, 400],
  [{ minutes: 5, until: '2026-03-01T13:00:00Z' }, 400],
  [{ minutes: 0 }, 400],
  [{ minutes: 43_201 }, 400],
  [{ until: '2026-02-28' }, 400],
  [{ until: '2026-06-01' }, 400],
  [{ until: 'tomorrow morning' }, 400],
  [{ until: '2026-03-02' }, 200],
])('a snooze with %o is answered with %i', async (body, status) => {
  await scene.check()
  expect((await scene.send('POST', `/v1/checks/${scene.checkId}/snooze`, body)).status).toBe(status)
})
