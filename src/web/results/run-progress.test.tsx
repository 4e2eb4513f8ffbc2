import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCheckRow, aRun, FakeApi, renderScreen, sample, sampleIn, storeChecks, storeRuns } from '../testing/index.ts'

const idOf = (number: number): string => `0198c6a0-0000-7000-8000-00000000000${number}`
const orders = idOf(1)
const [here, there] = ['eu-west-1', 'us-east-1']
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeChecks(api, [aCheckRow(orders, 'Orders')])
})

describe('a run that is asked for', () => {
  const results = [here, there].map((runLocation, index) =>
    sampleIn('getCheckSessionCompletionV2', 'results', {
      checkId: orders,
      checkResultId: idOf(5 + index),
      runLocation,
      responseTime: 320,
      hasFailures: index > 0,
    }),
  )

  it('is followed to its result, and the page says when the next one is due', async () => {
    storeRuns(api, orders, [aRun(1, 10), aRun(2, 5)])
    api.answer('getCheckSummary', {
      ...sample('getCheckSummary'),
      checkId: orders,
      nextRunAt: '2026-11-26T10:04:00.000Z',
    })
    api.answer('triggerCheckSessionsV2', {
      sessions: [sampleIn('triggerCheckSessionsV2', 'sessions', { checkId: orders, runLocations: [here, there] })],
    })
    api.fail('getCheckSessionCompletionV2', 'COMPLETION_PENDING')
    const sayThatItRuns = api.hold('getCheckSessionCompletionV2')
    const scene = await renderScreen(`/checks/${orders}`, { api })
    const { page, user } = scene
    page.getByText('Next run in 4 min')
    page.getByRole('link', { name: 'Results 2' })
    await user.keyboard('r')
    const run = within(page.getByRole('status', { name: 'Requested run' }))
    sayThatItRuns()
    api.answer('getCheckSessionCompletionV2', { ...sample('getCheckSessionCompletionV2'), results })
    const end = api.hold('getCheckSessionCompletionV2')
    const step = { type: 'STEP', state: 'STARTED', title: 'Open the shop', category: 'test.step', depth: 1 } as const
    api.answer('getCheckSessionProgress', {
      status: 'PROGRESS',
      position: 3,
      events: [1, 2].map((attempt) => ({
        runLocation: there,
        attempt,
        at: '2026-11-26T10:00:01.000Z',
        ...step,
        title: `Open the shop, time ${attempt}`,
      })),
    })
    await scene.turn(1_000)
    expect(api.sentOf('getCheckSessionProgress')).toEqual([])
    await scene.turn(1_000)
    const steps = within(page.getByRole('region', { name: 'Steps' }))
    const [ended, latest] = steps.getAllByText(/^Open the shop, time \d$/)
    expect(
      steps
        .getByText('Attempt 1, ended')
        .closest('details')
        ?.contains(ended ?? null),
    ).toBe(true)
    steps.getByText('Attempt 2')
    expect(latest?.closest('details')).toBe(null)
    run.getByText(/^Running: eu-west-1, us-east-1/)
    expect(page.getByRole('button', { name: 'Run now' }).getAttribute('aria-disabled')).toBe('true')
    end()
    await scene.settled()
    expect(page.queryByRole('region', { name: 'Steps' })).toBe(null)
    run.getByText('eu-west-1, 320 ms')
    run.getByText('us-east-1, 320 ms')
    run.getByText('Failed')
    expect(await scene.violations()).toEqual([])
    expect(api.sentOf('triggerCheckSessionsV2')).toMatchObject([{ body: { target: { checkId: [orders] } } }])
    await user.click(run.getAllByRole('link', { name: 'Open result' })[0] ?? document.body)
    expect(scene.address()).toBe(`/checks/${orders}/results/${idOf(5)}`)
  })

  it('says why when it cannot begin', async () => {
    api.fail('triggerCheckSessionsV2', 'NO_CHECK_MATCHED')
    const { page, user } = await renderScreen(`/checks/${orders}`, { api })
    await user.click(page.getByRole('button', { name: 'Run now' }))
    const run = within(page.getByRole('status', { name: 'Requested run' }))
    run.getByRole('alert')
    await user.click(run.getByRole('button', { name: 'Close' }))
    expect(page.queryByRole('status', { name: 'Requested run' })).toBe(null)
  })
})
