import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, keepSavedFiles, renderScreen, sample, sampleIn } from '../../testing/index.ts'

type Row = Answer<'getAvailabilityReport'>['entries'][number]

const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const figures = {
  results: 1000,
  failures: 1,
  availability: 99.9,
  downtime: 2592,
  outages: 2,
  mean: 120,
  p50: 100,
  p95: 402,
  p99: 611,
}
const before = { ...figures, availability: 99.95, downtime: 1296, outages: 2, p95: 300 }
let api: FakeApi

const aRow = (number: number, name: string | null, fields: Partial<Row> = {}): Row =>
  sampleIn('getAvailabilityReport', 'entries', {
    id: uuid(number),
    name,
    checks: 1,
    ...figures,
    previous: before,
    ...fields,
  })

beforeEach(() => {
  api = new FakeApi()
  store(Array.from({ length: 3 }, (_, index) => aRow(index, `Cart ${index}`)))
})

function store(rows: readonly Row[], all = 3): void {
  const total = { checks: all, ...figures, previous: before }
  api.answer('getAvailabilityReport', (_input, { query }) => {
    const page = Number(query['page'])
    const entries = rows.slice((page - 1) * 500, page * 500)
    return sample('getAvailabilityReport', { entries, total, length: rows.length })
  })
}

const lastQuery = () => api.sentOf('getAvailabilityReport').at(-1)?.query

describe('a report', () => {
  it('compares availability, downtime, outages and response times with the period before, in words', async () => {
    const { page, violations } = await renderScreen('/reports', { api })
    const row = within(page.getByRole('row', { name: /^Cart 0/ }))
    const texts = [
      /^99\.90.?%$/,
      '−0.05 points worse',
      /^43.min 12.s$/,
      /^\+21.min 36.s worse$/,
      'unchanged',
      /^402.ms$/,
    ]
    for (const text of texts) row.getByText(text)
    row.getByText(/^\+102.ms slower$/)
    expect(row.getByRole('link').getAttribute('href')).toBe(`/checks/${uuid(0)}`)
    page.getByText(/^Availability is the share of results that did not fail/)
    expect(await violations()).toEqual([])
  })

  it('of another range, grouping and order is in the address', async () => {
    const { page, user, address } = await renderScreen('/reports', { api })
    expect(lastQuery()).toMatchObject({ groupBy: 'check', sortBy: 'availability', sortOrder: 'asc' })
    await user.selectOptions(page.getByLabelText('Range'), 'This week')
    await user.click(page.getByRole('button', { name: 'By group' }))
    await user.click(page.getByRole('button', { name: 'p95' }))
    expect(address()).toBe('/reports?range=thisWeek&by=group&sort=-p95')
    expect(lastQuery()).toMatchObject({ groupBy: 'group', sortBy: 'p95', sortOrder: 'desc' })
    expect(lastQuery()).toHaveProperty('previousFrom')
    const head = page.getByRole('columnheader', { name: 'p95' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    page.getByText('Checks', { selector: 'th' })
  })

  it('by group has what belongs to none', async () => {
    store([aRow(1, null, { id: null, checkType: null })])
    const { page } = await renderScreen('/reports?by=group', { api })
    page.getByText('Without a group')
  })

  it('is saved as CSV, all of it', async () => {
    const saved = keepSavedFiles()
    api.answer('exportAvailabilityReport', 'id,name\r\n')
    const { page, user } = await renderScreen('/reports?tag=shop', { api })
    await user.click(page.getByRole('button', { name: 'CSV' }))
    expect(api.sentOf('exportAvailabilityReport')[0]?.query).toMatchObject({ filterByTags: ['shop'] })
    expect(saved).toHaveLength(1)
  })

  it('is printed whole', async () => {
    store(
      Array.from({ length: 501 }, (_, index) => aRow(index, `Cart ${index}`)),
      501,
    )
    let printed = 0
    window.print = () => (printed = document.querySelectorAll('tbody tr').length)
    const { page, user, turn } = await renderScreen('/reports', { api })
    page.getByText('500 of 501 rows')
    await user.click(page.getByRole('button', { name: 'Print or PDF' }))
    await turn(100)
    expect(printed).toBe(501)
  })

  it('says what there is not: checks, and rows that match', async () => {
    store([])
    const some = await renderScreen('/reports?q=nothing', { api })
    some.page.getByText('No matching rows')
    const none = await renderScreen('/reports', { api: new FakeApi(), language: 'de' })
    none.page.getByText('Keine Prüfungen für einen Bericht')
  })
})
