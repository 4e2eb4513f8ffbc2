import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../../api/operations.ts'
import { FakeApi, renderScreen, sampleIn } from '../../../testing/index.ts'

type Entry = Answer<'listAuditLog'>['entries'][number]

const entry = (id: string, fields: Partial<Entry>): Entry =>
  sampleIn('listAuditLog', 'entries', { id, operation: 'updateCheckGroup', action: 'UPDATED', ...fields })
const group = (name: string): Entry['resource'] => ({ type: 'CHECK_GROUP', id: '7', name })
const created = entry('e1', { action: 'CREATED', operation: 'createCheckGroupV2', resource: group('East side') })
const updated = entry('e2', {
  resource: group('West side'),
  changes: [{ path: 'name', before: 'East side', after: 'West side' }],
})
const secret = entry('e3', {
  operation: 'createVariable',
  action: 'CREATED',
  resource: { type: 'VARIABLE', id: 'PASS', name: 'PASS' },
  changes: [{ path: 'value', before: null, after: '*********' }],
})

let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  api.answer('listAuditLog', (_input, { query }) => {
    const entries = [secret, updated, created].filter(
      ({ action, resource }) =>
        (query['action'] ?? action) === action &&
        String(resource?.name)
          .toLowerCase()
          .includes(String(query['search'] ?? '')) &&
        (query['resourceId'] ?? resource?.id) === resource?.id,
    )
    return { entries, length: entries.length, nextId: null }
  })
})

describe('the audit log', () => {
  it('shows what somebody changed, before and after, and is narrowed by filters that the address keeps', async () => {
    const scene = await renderScreen('/settings/audit', { api })
    const { page, user } = scene
    await scene.fill(page.getByLabelText('Filter the audit log'), 'side')
    await scene.turn(150)
    page.getByRole('button', { name: 'Changes: East side' })
    await user.selectOptions(page.getByLabelText('Action'), 'UPDATED')
    expect(page.queryByRole('button', { name: 'Changes: East side' })).toBe(null)
    await user.click(page.getByRole('button', { name: 'Changes: West side' }))
    page.getByRole('cell', { name: 'East side' })
    page.getByRole('cell', { name: 'West side' })
    expect(await scene.violations()).toEqual([])
    expect(scene.address()).toBe('/settings/audit?q=side&action=UPDATED')
    await user.click(page.getByRole('button', { name: 'Full history' }))
    page.getByRole('button', { name: /^West side only/ })
    await user.selectOptions(page.getByLabelText('Action'), '')
    await user.click(page.getByRole('button', { name: 'Clear filters' }))
    expect(scene.address()).toBe('/settings/audit')
    page.getByRole('button', { name: 'Changes: PASS' })
  })

  it('says who muted and acknowledged a check, and until when', async () => {
    const check = { type: 'CHECK', id: 'c1', name: 'Orders' } as const
    const until = '2026-11-26T13:29:00.000Z'
    const done = { action: 'PERFORMED', resource: check } as const
    const entries = [
      entry('e4', {
        ...done,
        operation: 'muteCheck',
        changes: [{ path: 'mutedUntil', before: null, after: until }],
      }),
      entry('e5', {
        ...done,
        operation: 'acknowledgeCheck',
        changes: [{ path: 'acknowledgedBy', before: null, after: 'Robin' }],
      }),
    ]
    api.answer('listAuditLog', { entries, length: 2, nextId: null })
    const { page, user } = await renderScreen('/settings/audit', { api })
    page.getByText('Muted')
    page.getByText('until 14:29')
    page.getByText('Acknowledged')
    for (const button of page.getAllByRole('button', { name: 'Changes: Orders' })) await user.click(button)
    page.getByRole('cell', { name: 'Robin' })
    const german = await renderScreen('/settings/audit', { api, language: 'de' })
    german.page.getByText('Stummgeschaltet')
    german.page.getByText('bis 14:29')
  })

  it('shows no secret', async () => {
    const { page, user } = await renderScreen('/settings/audit', { api })
    await user.click(page.getByRole('button', { name: 'Changes: PASS' }))
    page.getByRole('cell', { name: '*********' })
  })

  it('saves what the filters find as a file', async () => {
    const link = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:audit')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    api.answer('exportAuditLogCsv', 'operation,action\r\nupdateCheckGroup,UPDATED\r\n')
    const { page, user } = await renderScreen('/settings/audit?q=side&action=UPDATED', { api })
    await user.click(page.getByRole('button', { name: 'Export CSV' }))
    expect(api.sentOf('exportAuditLogCsv')).toMatchObject([{ query: { search: 'side', action: 'UPDATED' } }])
    const [[saved]] = link.mock.calls as unknown as [[Blob]]
    expect(await saved.text()).toContain('updateCheckGroup,UPDATED')
    expect(clicked).toHaveBeenCalledOnce()
  })

  it('says when a file cannot be made', async () => {
    api.fail('exportAuditLogCsv', 'STORAGE_TOO_SLOW')
    const { page, user } = await renderScreen('/settings/audit', { api })
    await user.click(page.getByRole('button', { name: 'Export CSV' }))
    expect(page.getAllByRole('status').some(({ textContent }) => textContent?.includes('timed out'))).toBe(true)
  })

  it('says when nothing matches', async () => {
    const { page } = await renderScreen('/settings/audit?q=nothing+has+this+name', { api })
    page.getByText('No entries')
  })

  it('is for whoever may manage the account', async () => {
    const { page, api: own } = await renderScreen('/settings/audit', { role: 'READ_WRITE' })
    page.getByText('Not allowed')
    expect(own.sentOf('listAuditLog')).toEqual([])
  })

  it('is in German for whoever reads German', async () => {
    const { page } = await renderScreen('/settings/audit', { api, language: 'de' })
    page.getByRole('heading', { level: 1, name: 'Audit-Log' })
  })
})
