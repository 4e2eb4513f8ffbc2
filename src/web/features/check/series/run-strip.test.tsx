import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCheckRow, aRun, FakeApi, renderScreen, sampleIn, storeChecks, storeRuns } from '../../../testing/index.ts'
import type { Scene, StoredRun } from '../../../testing/index.ts'

const orders = '0198c6a0-0000-7000-8000-000000000001'
let api: FakeApi
let runs: StoredRun[]

beforeEach(() => {
  api = new FakeApi()
  storeChecks(api, [aCheckRow(orders, 'Orders')])
  runs = [aRun(1, 12), aRun(2, 5), aRun(3, 5, { location: 'us-east-1' })]
  storeRuns(api, orders, runs)
})

describe('the runs of a check', () => {
  /** Where the strip lies in the window, which only a browser knows. */
  function placedStrip({ page }: Scene): HTMLElement {
    const strip = page.getByRole('slider', { name: 'Selected time range' })
    Object.assign(strip.parentElement ?? strip, { getBoundingClientRect: () => new DOMRect(0, 0, innerWidth, 96) })
    return strip
  }
  const searchOf = ({ address }: Scene): URLSearchParams => new URL(address(), location.origin).searchParams

  it('arrive in the strip, the charts and the list without a reload', async () => {
    const scene = await renderScreen(`/checks/${orders}?r=1h`, { api })
    const { page } = scene
    const results = within(page.getByRole('region', { name: 'Results' }))
    page.getByRole('img', { name: 'Runs, 3 runs: 0 failed, 0 degraded' })
    page.getByRole('img', { name: 'Response time, p95' })
    within(page.getAllByRole('region', { name: 'Locations' })[0] ?? document.body).getByText('us-east-1')
    expect(page.getAllByText('0 of 3 runs failed')).toHaveLength(2)
    expect(results.getAllByRole('row')).toHaveLength(4)
    expect(await scene.violations()).toEqual([])
    const run = aRun(4, 1, { error: 'Answers 503.' })
    runs.push(run)
    const { id: lastResultId, at: since, ms: lastResponseTime } = run
    api.events.push('checks', [
      { id: orders, state: 'FAILING', before: 'PASSING', since, lastResultId, lastRunAt: since, lastResponseTime },
    ])
    await scene.turn(250)
    page.getByRole('img', { name: 'Runs, 4 runs: 1 failed, 0 degraded' })
    expect(page.getAllByText('1 of 4 runs failed')).not.toEqual([])
    results.getByText('Answers 503.')
  })

  it('are selected by keys and a drag; the time is in the address, and Escape shows all again', async () => {
    const scene = await renderScreen(`/checks/${orders}?r=1h`, { api })
    const { page, user } = scene
    placedStrip(scene).focus()
    await user.keyboard('{ArrowLeft}')
    const first = searchOf(scene)
    page.getByText(/^Selected .* to .*, 3 runs$/)
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(searchOf(scene).get('from')).toBe(first.get('from'))
    expect(Number(searchOf(scene).get('to'))).toBe(Number(first.get('to')) - 60)
    await scene.reload()
    page.getByText(/^Selected .* to .*, \d+ runs?$/)
    const strip = placedStrip(scene)
    strip.focus()
    await user.keyboard('{Escape}')
    expect(scene.address()).toBe(`/checks/${orders}?r=1h`)
    await user.pointer([
      { keys: '[MouseLeft>]', target: strip, coords: { clientX: innerWidth * 0.4 } },
      { target: strip, coords: { clientX: innerWidth * 0.5 } },
      { keys: '[/MouseLeft]', target: strip, coords: { clientX: innerWidth * 0.6 } },
    ])
    // Nothing ran half an hour ago: the selection is what charts and results show.
    page.getByRole('heading', { name: 'No results in this period' })
    expect(searchOf(scene).has('from')).toBe(true)
    await user.click(page.getByRole('button', { name: 'Show all' }))
    page.getByRole('heading', { name: 'Phases mean' })
  })

  it('are told under the pointer, and a click on one opens its result', async () => {
    runs.push(aRun(4, 20, { error: 'Answers 503.' }))
    const scene = await renderScreen(`/checks/${orders}?r=1h`, { api })
    const { page, user } = scene
    const strip = placedStrip(scene)
    const drawn = strip.querySelector('path[class*=failing]')?.getAttribute('d')
    const at = { target: strip, coords: { clientX: Number(/^M(\d+)/.exec(drawn ?? '')?.[1]) + 2 } }
    await user.pointer([at])
    await scene.turn(150)
    page.getByText(/^1 run: 1 failed, 0 degraded/)
    expect(page.getAllByText('Answers 503.')).toHaveLength(2)
    await user.pointer([{ ...at, keys: '[MouseLeft]' }])
    expect(scene.address()).toBe(`/checks/${orders}/results/${aRun(4, 20).id}`)
  })

  it('can be read as a table, and each location has a strip of its own', async () => {
    const { page, violations } = await renderScreen(`/checks/${orders}?r=1h&view=table&each=true`, {
      api,
      theme: 'dark',
    })
    expect(page.getAllByRole('columnheader', { name: 'p95' })).toHaveLength(2)
    page.getByRole('columnheader', { name: 'First Byte' })
    page.getByRole('img', { name: /^eu-west-1, 2 runs/ })
    page.getByRole('img', { name: /^us-east-1, 1 run:/ })
    expect(await violations()).toEqual([])
  })

  it('are listed with changes by a person: who made them, and what changed', async () => {
    const [at, by] = ['2026-11-26T09:50:00.000Z', { kind: 'CHANGE', name: 'Owner' } as const]
    storeRuns(api, orders, runs, {
      annotations: [
        sampleIn('getCheckSeries', 'annotations', { ...by, id: '1', at, action: 'CREATED' }),
        sampleIn('getCheckSeries', 'annotations', {
          ...by,
          id: '2',
          at,
          action: 'UPDATED',
          fields: ['degradedResponseTime'],
        }),
      ],
    })
    const { page } = await renderScreen(`/checks/${orders}?r=1h`, { api })
    page.getByText('Check changed by Owner: Degraded response time')
    page.getByText('Check created by Owner')
    page.getByRole('img', { name: /Check created by Owner\n.*Check changed by Owner/ })
  })
})
