import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aCheckRow, FakeApi, renderScreen, sample, storeChecks } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

type Row = Answer<'listCheckRows'>['entries'][number]

const idOf = (place: number): string => `0198c6a0-0000-7000-8000-${String(place).padStart(12, '0')}`
const [cart, checkout] = [idOf(1), idOf(2)]
let api: FakeApi
let stored: ReturnType<typeof storeChecks>

beforeEach(() => {
  api = new FakeApi()
  stored = storeChecks(api, [aCheckRow(cart, 'Cart'), aCheckRow(checkout, 'Checkout')])
})

const toolbarIn = ({ page }: Scene) => within(page.getByRole('toolbar'))
const sentChanges = () => api.sentOf('changeChecks').map(({ body }) => body)

describe('checks', () => {
  it('are chosen with the keyboard, changed together, and taken back', async () => {
    const scene = await renderScreen('/checks?q=C&sort=name', { api })
    const { page, user, violations } = scene
    await user.keyboard('jx{Shift>}J{/Shift}')
    toolbarIn(scene).getByText('2 selected')
    await user.click(toolbarIn(scene).getByRole('button', { name: 'Mute' }))
    page.getByText('2 checks muted')
    expect(sentChanges()).toEqual([{ checkIds: [cart, checkout], change: { muted: true } }])
    expect(page.queryByRole('toolbar')).toBe(null)
    await user.click(page.getByRole('button', { name: 'Undo' }))
    page.getByText('Undone')
    expect(stored.get(cart)?.muted).toBe(false)
    await user.click(page.getByLabelText('Select Checkout'))
    await user.click(toolbarIn(scene).getByRole('button', { name: 'Delete' }))
    page.getByText('1 check deleted')
    expect(page.queryByRole('link', { name: 'Checkout' })).toBe(null)
    await user.keyboard('z')
    page.getByRole('link', { name: 'Checkout' })
    expect(page.queryByRole('button', { name: 'Undo' })).toBe(null)
    expect(page.queryByText('1 check deleted')).toBe(null)
    expect(await violations()).toEqual([])
  })

  it('by the ten thousand are looked at, filtered, and changed at once', async () => {
    const tenant = (place: number) => aCheckRow(idOf(place), `Tenant ${place}`, { tags: ['tenant'] })
    const firstPage = Array.from({ length: 100 }, (_, index) => tenant(index + 1))
    const rows = (entries: readonly Row[], nextId: string | null, PASSING: number) => ({
      entries: [...entries],
      length: entries.length,
      nextId,
      counts: { ...sample('listCheckRows').counts, PASSING },
    })
    api.answer('listCheckRows', ({ query }) =>
      query?.search === 'tenant 9999' ? rows([tenant(9_999)], null, 1) : rows(firstPage, '100', 10_000),
    )
    api.answer('changeChecks', { ...sample('changeChecks'), undoId: '7', changed: 10_000 })
    const scene = await renderScreen('/checks?tag=tenant&sort=name', { api })
    const { page, user, fill, turn } = scene
    page.getByRole('link', { name: 'Tenant 1' })
    expect(page.getAllByRole('row').length).toBeLessThan(100)
    await fill(page.getByLabelText('Filter checks'), 'tenant 9999')
    await turn(150)
    page.getByRole('link', { name: 'Tenant 9999' })
    expect(page.queryByRole('link', { name: 'Tenant 1' })).toBe(null)
    await fill(page.getByLabelText('Filter checks'), '')
    await turn(150)
    await user.click(page.getByLabelText('Select Tenant 1'))
    await user.click(page.getByRole('button', { name: 'Select all 10,000 matching' }))
    await user.click(toolbarIn(scene).getByRole('button', { name: 'Mute' }))
    page.getByText('10,000 checks muted')
    expect(sentChanges()).toEqual([{ filter: { tag: ['tenant'] }, change: { muted: true } }])
    await user.click(page.getByRole('button', { name: 'Undo' }))
    page.getByText('Undone')
  })

  it('that somebody else changed meanwhile stay as they are when a change is taken back, which is said', async () => {
    api.answer('undoBulkChange', { restored: 1, refused: [{ checkId: cart, reason: 'CHANGED_SINCE' }] })
    const scene = await renderScreen('/checks', { api })
    const { page, user } = scene
    await user.click(page.getByLabelText('Select all shown'))
    await user.click(toolbarIn(scene).getByRole('button', { name: 'Pause' }))
    await user.click(page.getByRole('button', { name: 'Undo' }))
    page.getByText('1 check was changed since and was left as it is')
  })
})
