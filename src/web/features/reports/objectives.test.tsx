import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-0000000000b1'
const address = '/reports?tab=objectives'
let api: FakeApi

const store = (fake: FakeApi, left: number): void => {
  fake.answer('listObjectives', [
    sampleItem('listObjectives', {
      id,
      name: 'Checkout',
      scopeName: 'shop',
      tag: 'shop',
      target: 99.9,
      windowDays: 30,
      availability: 99.95,
      budget: { seconds: 2592, left, leftPercent: (100 * left) / 2592 },
      burnRates: { oneHour: 14.4, sixHours: 2, threeDays: null },
    }),
  ])
  const day = { results: 10, failures: 0 }
  fake.answer('getObjectiveHistory', {
    days: [
      { ...day, day: '2026-11-25T00:00:00.000Z', leftPercent: null },
      { ...day, day: '2026-11-26T00:00:00.000Z', leftPercent: 50 },
    ],
  })
}

beforeEach(() => {
  api = new FakeApi()
  store(api, 1296)
})

describe('objectives', () => {
  it('say whether they are met, what is left of the budget and how fast it is used, by day as well', async () => {
    const { page, violations } = await renderScreen(address, { api })
    const row = within(page.getByRole('row', { name: /Checkout/ }))
    for (const text of ['99.9%', '30 days', '99.95%', /^Met: 21.min 36.s$/, /^of 43.min 12.s$/, '14.4', '2', '–'])
      row.getByText(text)
    const tabs = within(page.getByRole('navigation', { name: 'Reports' })).getAllByRole('link', { current: 'page' })
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Objectives'])
    page.getByRole('img', { name: 'Error budget of Checkout: from 50% to 50%' })
    expect(await violations()).toEqual([])
  })

  it('that are missed say by how much', async () => {
    store(api, -60)
    const { page } = await renderScreen(address, { api })
    page.getByText(/^Exceeded by 1.min$/)
  })

  it('are created for a check, a group or a tag', async () => {
    api.answer('listCheckFacets', { ...sample('listCheckFacets'), tags: [{ tag: 'shop', checks: 1 }] })
    const { page, user, fill } = await renderScreen(address, { api })
    await user.click(page.getByRole('button', { name: 'New objective' }))
    const dialog = within(page.getByRole('dialog'))
    await fill(dialog.getByLabelText('Name'), 'Shop')
    await user.click(dialog.getByRole('button', { name: 'Tag' }))
    await user.selectOptions(dialog.getByLabelText('Tag', { selector: 'select' }), 'shop')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    const body = { name: 'Shop', target: 99.9, windowDays: 30, tag: 'shop' }
    expect(api.sentOf('createObjective')).toMatchObject([{ body }])
  })

  it('are edited and deleted in place', async () => {
    const { page, user, fill } = await renderScreen(address, { api })
    await user.click(page.getByRole('button', { name: 'Edit' }))
    await fill(within(page.getByRole('dialog')).getByLabelText('Target in percent'), '99,5')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateObjective')).toMatchObject([{ params: { id }, body: { target: 99.5 } }])
    await user.click(page.getByRole('button', { name: 'Delete' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteObjective')).toHaveLength(1)
  })

  it('offer nothing to change to whoever may only read, and say in German that there are none', async () => {
    const reader = new FakeApi('READ_ONLY')
    const { page } = await renderScreen(address, { api: reader, language: 'de' })
    page.getByText('Keine Ziele')
    expect(page.queryByRole('button', { name: 'Neues Ziel' })).toBe(null)
  })
})
