import { beforeEach, describe, expect, test } from 'vitest'
import { expireRuns } from '#runs'
import type { RunProgress } from '#contract'
import { minuteMs } from '#kernel'
import { addDryRunProgress } from '#storage/runs'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'

const { database, service, runner, send, claimOwnTasks } = useTestSessions()

const tcp = { checkType: 'TCP', name: 'Draft', request: { hostname: 'shop.example', port: 443 } }
const start = (body: object, wait = 0) => send('POST', `/v1/checks/dry-run?maxWaitSeconds=${wait}`, body)
const read = (id: string, wait = 0) => send('GET', `/v1/checks/dry-run/${id}?maxWaitSeconds=${wait}`)
const watch = (id: string, after = 0, wait = 0) =>
  send('GET', `/v1/checks/dry-run/${id}/progress?after=${after}&maxWaitSeconds=${wait}`)
const idOf = ({ body }: { body: unknown }): string => String(Object(body).id)
const expire = () => expireRuns(service().store, { nowMs: service().clock.now(), publicUrl: 'https://belfry.example' })

/** The rows of every table but those of dry runs and their tasks. */
async function traces(): Promise<unknown> {
  const [row] = await database.db().rows(
    `select (select count(*) from checks)::int as checks, (select count(*) from check_results)::int as results,
       (select count(*) from check_sessions)::int as sessions, (select count(*) from notifications)::int as notifications,
       (select count(*) from error_groups)::int as error_groups, (select count(*) from check_states)::int as states,
       (select count(*) from test_session_results)::int as test_results`,
  )
  return row
}

describe('a dry run', () => {
  test('runs a check that is not saved once, and leaves nothing but its own result', async () => {
    const before = await traces()
    const started = await start({ check: tcp, runLocation: 'ap-south-1' })
    expect(started).toMatchObject({
      status: 201,
      body: { status: 'RUNNING', checkType: 'TCP', runLocation: 'ap-south-1', result: null, endedAt: null },
    })
    const tasks = await claimOwnTasks()
    expect(tasks).toMatchObject([
      { checkName: 'Draft', location: 'ap-south-1', request: { hostname: 'shop.example' }, storesNoFiles: true },
    ])
    await runner().settle(tasks, 'failed')
    expect((await read(idOf(started))).body).toMatchObject({
      status: 'FAILED',
      result: {
        hasFailures: true,
        hasErrors: false,
        isDegraded: false,
        responseTime: 5,
        error: 'ECONNREFUSED: Refused.',
        reasons: [{ kind: 'failure', outcome: 'failed', message: 'Refused.' }],
      },
    })
    expect(await traces()).toEqual(before)
    // A failed run is not repeated, whatever the check says of retries.
    expect(await claimOwnTasks()).toEqual([])
  })

  test('answers the request that started it as soon as it has ended', async () => {
    const answer = start({ check: tcp }, 30)
    const other = new HandRunner(service().store, service().clock)
    await expect
      .poll(async () => {
        const tasks = await other.claim()
        await other.settle(tasks)
        return tasks.length
      })
      .toBe(1)
    service().clock.advance(1000)
    expect(await answer).toMatchObject({ status: 201, body: { status: 'PASSED', result: { hasFailures: false } } })
  })

  test('uses the settings of the group and the variables of the account', async () => {
    await send('POST', '/v1/variables', { key: 'SHOP', value: 'shop.example' })
    const group = await send('POST', '/v2/check-groups', {
      name: 'Group',
      apiCheckDefaults: { headers: [{ key: 'x-team', value: 'shop' }] },
    })
    const api = { checkType: 'API', name: 'Draft', request: { method: 'GET', url: 'https://{{SHOP}}/' } }
    await start({ check: { ...api, groupId: Object(group.body).id } })
    expect(await claimOwnTasks()).toMatchObject([
      { request: { url: 'https://shop.example/', headers: [{ key: 'x-team', value: 'shop' }] } },
    ])
  })

  test('encrypts the check and its report', async () => {
    const check = { ...tcp, request: { ...tcp.request, hostname: 'secret-host.example' } }
    const started = await start({ check })
    await runner().settle(await claimOwnTasks(), 'failed')
    const rows = await database.db().rows(`select * from dry_runs where id = $1`, [idOf(started)])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('secret-host')
    expect(JSON.stringify(rows)).not.toContain('Refused')
  })

  test('is deleted ten minutes after its end, and ends with the reason when nobody runs it', async () => {
    const id = idOf(await start({ check: tcp }))
    service().clock.advance(6 * minuteMs + 1000)
    await expire()
    expect((await read(id)).body).toMatchObject({
      status: 'FAILED',
      result: { hasErrors: true, error: expect.stringContaining('No runner of this location') },
    })
    service().clock.advance(10 * minuteMs + 1000)
    await expire()
    expect((await read(id)).status).toBe(404)
  })

  test('can be cancelled: its report is dropped', async () => {
    const id = idOf(await start({ check: tcp }))
    const tasks = await claimOwnTasks()
    expect((await send('DELETE', `/v1/checks/dry-run/${id}`)).status).toBe(204)
    await runner().settle(tasks)
    expect((await read(id)).status).toBe(404)
    expect((await send('DELETE', `/v1/checks/dry-run/${id}`)).status).toBe(404)
  })

  describe('while it is under way', () => {
    const line = (message: string): RunProgress => ({ type: 'LOG', at: 0, level: 'INFO', message })
    const step: RunProgress = {
      type: 'STEP',
      at: 1000,
      state: 'PASSED',
      title: 'open',
      category: 'test.step',
      depth: 1,
      durationMs: 12.5,
    }
    const add = (lease: { id: string; leaseToken: string }, ...events: RunProgress[]) => {
      const { db, encryption } = service().store
      return addDryRunProgress(db, encryption, { taskId: lease.id, leaseToken: lease.leaseToken }, events)
    }
    const started = async () => {
      const id = idOf(await start({ check: tcp }))
      const [task] = await claimOwnTasks()
      if (task === undefined) throw new Error('The run was not claimed.')
      return { id, task }
    }

    test('says what happens in it, each event once, and when it has ended', async () => {
      const { id, task } = await started()
      expect(task).toMatchObject({ isWatched: true })
      expect((await watch(id)).body).toEqual({ status: 'RUNNING', position: 0, events: [] })
      expect(await add(task, line('first'), step)).toBe(true)
      const first = (await watch(id)).body
      expect(first).toMatchObject({
        status: 'RUNNING',
        events: [
          { type: 'LOG', level: 'INFO', message: 'first', at: '1970-01-01T00:00:00.000Z' },
          { type: 'STEP', state: 'PASSED', title: 'open', category: 'test.step', depth: 1, duration: 12.5 },
        ],
      })
      const { position } = Object(first)
      await add(task, line('second'))
      await runner().settle([task])
      expect((await watch(id, position)).body).toMatchObject({
        status: 'PASSED',
        position: position + 1,
        events: [{ message: 'second' }],
      })
      expect((await watch(id, position + 1, 30)).body).toMatchObject({ status: 'PASSED', events: [] })
    })

    test('answers who waits as soon as something happens', async () => {
      const { id, task } = await started()
      const answer = watch(id, 0, 30)
      await add(task, line('now'))
      service().clock.advance(1000)
      expect((await answer).body).toMatchObject({ events: [{ message: 'now' }] })
    })

    test('takes nothing from a runner that lost its lease, and nothing after a cancellation', async () => {
      const { id, task } = await started()
      expect(await add({ ...task, leaseToken: id }, line('stale'))).toBe(false)
      expect((await watch(id)).body).toMatchObject({ events: [] })
      await send('DELETE', `/v1/checks/dry-run/${id}`)
      expect(await add(task, line('late'))).toBe(false)
      expect((await watch(id)).status).toBe(404)
    })

    test('leaves no progress behind, and encrypts it until then', async () => {
      const { id, task } = await started()
      await add(task, line('secret-line'))
      const rows = () => database.db().rows(`select * from dry_run_progress where dry_run_id = $1`, [id])
      expect(await rows()).toHaveLength(1)
      expect(JSON.stringify(await rows())).not.toContain('secret-line')
      await send('DELETE', `/v1/checks/dry-run/${id}`)
      expect(await rows()).toEqual([])
    })

    test('shows it to no other account', async () => {
      const { id } = await started()
      const foreign = service().as((await service().account()).key)
      expect((await foreign('GET', `/v1/checks/dry-run/${id}/progress?maxWaitSeconds=0`)).status).toBe(404)
    })
  })

  test('has traces in its result only where they are requested', async () => {
    await start({ check: tcp })
    await start({ check: tcp, includeTraces: true })
    const tasks = await claimOwnTasks()
    expect(tasks.filter(({ reportsTraces }) => reportsTraces)).toHaveLength(1)
  })

  test('belongs to its account', async () => {
    const id = idOf(await start({ check: tcp }))
    const { key } = await service().account()
    const foreign = service().as(key)
    expect((await foreign('GET', `/v1/checks/dry-run/${id}?maxWaitSeconds=0`)).status).toBe(404)
    expect((await foreign('DELETE', `/v1/checks/dry-run/${id}`)).status).toBe(404)
  })

  describe('is rejected', () => {
    let existing: number
    beforeEach(async () => {
      const [row] = await database.db().rows<{ runs: number }>(`select count(*)::int as runs from dry_runs`)
      existing = row?.runs ?? 0
    })

    test.each([
      [{ check: { ...tcp, request: { hostname: 'shop.example' } } }, 400, 'check.request.port'],
      [{ check: { ...tcp, name: undefined } }, 400, 'check.name'],
      [{ check: { ...tcp, checkType: 'TELEPATHY' } }, 400, 'checkType'],
      [{ check: tcp, runLocation: 'mars-1' }, 400, 'mars-1'],
      [{ check: tcp, runLocatoin: 'eu-west-1' }, 400, 'runLocation'],
      [{ check: { ...tcp, groupId: 4_000_000 } }, 400, '4000000'],
      [{}, 400, 'check'],
      [
        {
          check: {
            checkType: 'HEARTBEAT',
            name: 'Backup',
            heartbeat: { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'minutes' },
          },
        },
        400,
        'wait for pings',
      ],
    ])('%j', async (body, status, text) => {
      const answer = await start(body)
      expect(answer).toMatchObject({ status, text: expect.stringContaining(text) })
      expect(await database.db().rows(`select count(*)::int as runs from dry_runs`)).toEqual([{ runs: existing }])
    })

    test('while ten others of the account run', async () => {
      for (let run = 0; run < 10; run += 1) expect((await start({ check: tcp })).status).toBe(201)
      expect(await start({ check: tcp })).toMatchObject({ status: 409, text: expect.stringContaining('10 dry runs') })
      await runner().settle((await claimOwnTasks()).slice(0, 1))
      expect((await start({ check: tcp })).status).toBe(201)
    })
  })

  test('runs in a private location of the account', async () => {
    const slugName = 'dry-run-office'
    await send('POST', '/v1/private-locations', { name: 'Office', slugName })
    expect((await start({ check: tcp, runLocation: slugName })).body).toMatchObject({ runLocation: slugName })
  })
})
