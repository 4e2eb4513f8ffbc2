import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aCheckRow, FakeApi, renderScreen, sample, sampleIn, sampleItem, storeChecks } from '../../testing/index.ts'

const uuid = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'
type Window = Answer<'getMaintenanceWindow'>
type Span = Answer<'listMaintenanceSchedule'>['entries'][number]['current']

/** The clock of the page stands at ten o'clock UTC on 26 November 2026, eleven in Berlin. */
const windowOf = (fields: Partial<Window> = {}): Window =>
  sample('getMaintenanceWindow', {
    id: 7,
    name: 'Upgrade',
    startsAt: '2026-12-01T01:00:00.000Z',
    endsAt: '2026-12-01T02:00:00.000Z',
    timezone: 'Europe/Berlin',
    repeatUnit: 'WEEK',
    repeatInterval: 2,
    silenceAlertsTags: ['shop'],
    ...fields,
  })
const span = (fields: Partial<NonNullable<Span>> = {}): Span => ({
  maintenanceId: uuid,
  startsAt: '2026-12-01T01:00:00.000Z',
  endsAt: '2026-12-01T02:00:00.000Z',
  status: 'SCHEDULED',
  ...fields,
})
const running = span({
  status: 'IN_PROGRESS',
  startsAt: '2026-11-26T09:00:00.000Z',
  endsAt: '2026-11-26T11:00:00.000Z',
})
const none = { current: null, next: null, last: null }

function scheduled(role: 'OWNER' | 'READ_ONLY' = 'OWNER'): FakeApi {
  const entries = [
    { ...none, window: windowOf({ id: 1, name: 'Network' }), current: running },
    { ...none, window: windowOf(), next: span() },
    {
      ...none,
      window: windowOf({ id: 2, name: 'Move', repeatUnit: null, silenceAlertsTags: [], pauseAllChecks: true }),
      last: span({ status: 'COMPLETED', endsAt: '2026-11-26T08:00:00.000Z' }),
    },
  ]
  return new FakeApi(role).answer('listMaintenanceSchedule', { entries, isComplete: true })
}

describe('the list of maintenance windows', () => {
  it('has what is under way, to come and past, each with its recurrence in words', async () => {
    const { page, violations } = await renderScreen('/maintenance', { api: scheduled() })
    expect(within(page.getByRole('region', { name: 'Now' })).getByText('Network')).toBeTruthy()
    const next = within(page.getByRole('region', { name: 'To come' }))
    next.getByText('Every second Tuesday, 02:00–03:00, Europe/Berlin')
    next.getByText('shop')
    within(page.getByRole('region', { name: 'Past' })).getByText(/all checks/)
    expect(await violations()).toEqual([])
  })

  it('is narrowed by names and tags, says so when nothing fits, and what a window is when there is none', async () => {
    const { page, user, turn } = await renderScreen('/maintenance', { api: scheduled() })
    await user.type(page.getByRole('searchbox'), 'move')
    await turn(500)
    expect(page.queryByText('Upgrade')).toBe(null)
    await user.type(page.getByRole('searchbox'), 'x')
    await turn(500)
    page.getByText('No matching windows.')
    const empty = await renderScreen('/maintenance')
    empty.page.getByText('No maintenance windows')
  })

  it('ends and extends what is under way', async () => {
    const api = scheduled()
    const { page, user } = await renderScreen('/maintenance', { api })
    const band = within(page.getByText('Network is under way').closest('section') ?? document.body)
    band.getByText('until 12:00')
    await user.click(band.getByRole('button', { name: 'Extend 30 min' }))
    await user.click(band.getByRole('button', { name: 'End now' }))
    expect(api.sentOf('rescheduleMaintenance')).toMatchObject([
      { params: { id: '1', maintenanceId: uuid }, body: { endsAt: '2026-11-26T11:30:00.000Z' } },
    ])
    expect(api.sentOf('endMaintenance')).toMatchObject([{ params: { id: '1', maintenanceId: uuid } }])
  })

  it('is read again when the next window begins', async () => {
    const api = scheduled()
    const soon = span({ startsAt: '2026-11-26T10:05:00.000Z' })
    api.answer('listMaintenanceSchedule', { entries: [{ ...none, window: windowOf(), next: soon }], isComplete: true })
    const { page, turn } = await renderScreen('/maintenance', { api })
    api.answer('listMaintenanceSchedule', {
      entries: [{ ...none, window: windowOf(), current: running }],
      isComplete: true,
    })
    await turn(301_000)
    await turn(3_000)
    page.getByText('Upgrade is under way')
  })
})

describe('the month', () => {
  const month = (role?: 'READ_ONLY'): FakeApi => {
    const entry = {
      maintenanceWindowId: 7,
      name: 'Upgrade',
      startsAt: '2026-11-26T22:00:00.000Z',
      endsAt: '2026-11-27T03:00:00.000Z',
    }
    return scheduled(role).answer('listMaintenanceOccurrences', {
      entries: [sampleIn('listMaintenanceOccurrences', 'entries', entry)],
      isComplete: true,
    })
  }

  it('has what takes place on each of its days, and leads to other months', async () => {
    const api = month()
    const { page, user, violations } = await renderScreen('/maintenance?view=month', { api })
    page.getByRole('gridcell', { name: /^Thursday,? 26 November 2026: 1 maintenance/ })
    page.getByRole('gridcell', { name: /^Friday,? 27 November 2026: 1 maintenance/ })
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Next month' }))
    page.getByRole('heading', { name: 'December 2026' })
    expect(api.sentOf('listMaintenanceOccurrences').at(-1)).toMatchObject({
      query: { from: '2026-11-29T23:00:00.000Z', to: '2027-01-03T23:00:00.000Z' },
    })
  })

  it('plans a window over the days over which somebody drags', async () => {
    const { page, address } = await renderScreen('/maintenance?view=month', { api: month() })
    fireEvent.pointerDown(page.getByRole('gridcell', { name: /^Monday,? 9 November/ }), { button: 0, buttons: 1 })
    fireEvent.pointerMove(page.getByRole('gridcell', { name: /^Wednesday,? 11 November/ }), { buttons: 1 })
    expect(page.getByRole('gridcell', { name: /^Tuesday,? 10 November/ }).getAttribute('aria-selected')).toBe('true')
    fireEvent.pointerUp(page.getByRole('gridcell', { name: /^Wednesday,? 11 November/ }))
    await expect.poll(address).toBe('/maintenance/new?start=2026-11-09T00%3A00&end=2026-11-12T00%3A00')
  })

  it('plans a window with the keyboard, over several days with Shift', async () => {
    const { page, user, address } = await renderScreen('/maintenance?view=month', { api: month() })
    page.getByRole('gridcell', { name: /^Thursday,? 26 November/ }).focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}')
    expect(address()).toBe('/maintenance/new?start=2026-11-27T00%3A00&end=2026-11-29T00%3A00')
  })

  it('plans nothing for whoever may not, and phones have the list', async () => {
    const reader = await renderScreen('/maintenance?view=month', { api: month('READ_ONLY') })
    reader.page.getByRole('gridcell', { name: /^Thursday,? 26 November/ }).focus()
    await reader.user.keyboard('{Enter}')
    expect(reader.address()).toBe('/maintenance?view=month')
    const phone = await renderScreen('/maintenance?view=month', { api: month(), width: 390 })
    phone.page.getByRole('region', { name: 'Now' })
  })
})

describe('a window', () => {
  const preview: Answer<'previewMaintenanceWindow'> = {
    occurrences: [
      {
        startsAt: '2027-03-28T01:30:00.000Z',
        endsAt: '2027-03-28T02:30:00.000Z',
        localStartsAt: '2027-03-28T03:30:00+02:00',
        localEndsAt: '2027-03-28T04:30:00+02:00',
        clockChange: 'BEFORE',
        isShifted: true,
      },
    ],
    coverage: {
      checks: [{ id: uuid, name: 'Cart', checkType: 'URL', pauses: false, silences: true }],
      totalChecks: 1,
      totalPaused: 0,
      totalSilenced: 1,
    },
    tags: [{ tag: 'typo', checks: 0 }],
    groups: [{ id: 1, name: 'Shop' }],
    statusPages: [],
  }

  it('is planned with a preview of its next occurrences, changes of clocks and coverage', async () => {
    const api = new FakeApi().answer('previewMaintenanceWindow', preview)
    const { page, user, turn, address, violations } = await renderScreen(
      '/maintenance/new?start=2027-03-14T02:30&end=2027-03-14T03:30',
      { api },
    )
    await user.type(page.getByLabelText('Name'), 'Upgrade')
    await user.selectOptions(page.getByLabelText('Repeats'), 'By week')
    await user.type(page.getByLabelText('Tags of silenced checks'), 'shop, typo')
    await turn(500)
    page.getByText('Every Sunday, 02:30–03:30, Europe/Berlin')
    page.getByText(/Sun.* 28 Mar.*2027.*03:30–04:30/)
    page.getByText('Clocks have changed: UTC+02:00. Clocks skip its usual time')
    page.getByText('0 checks paused, 1 check silenced')
    page.getByText('No check has the tag typo.')
    expect(await violations()).toEqual([])
    api.answer('createMaintenanceWindow', windowOf())
    await user.click(page.getByRole('button', { name: 'Plan maintenance' }))
    expect(api.sentOf('createMaintenanceWindow')).toMatchObject([
      {
        body: {
          name: 'Upgrade',
          startsAt: '2027-03-14T01:30:00.000Z',
          endsAt: '2027-03-14T02:30:00.000Z',
          timezone: 'Europe/Berlin',
          repeatUnit: 'WEEK',
          repeatInterval: 1,
          silenceAlertsTags: ['shop', 'typo'],
          pauseAllChecks: false,
        },
      },
    ])
    expect(address()).toBe('/maintenance/7')
  })

  it('marks an occurrence that was skipped or moved, unless the window is being edited', async () => {
    const later = {
      startsAt: '2027-04-04T00:30:00.000Z',
      endsAt: '2027-04-04T01:30:00.000Z',
      localStartsAt: '2027-04-04T02:30:00+02:00',
      localEndsAt: '2027-04-04T03:30:00+02:00',
      clockChange: null,
      isShifted: false,
    }
    const api = new FakeApi().answer('getMaintenanceWindow', windowOf())
    api.answer('previewMaintenanceWindow', { ...preview, occurrences: [...preview.occurrences, later] })
    const kept = { maintenanceWindowId: 7, status: 'SCHEDULED', startsAt: later.startsAt } as const
    api.answer('listMaintenanceOccurrences', {
      entries: [sampleIn('listMaintenanceOccurrences', 'entries', kept)],
      isComplete: true,
    })
    const { page, user, turn } = await renderScreen('/maintenance/7', { api })
    await turn(500)
    page.getByText('Skipped or moved. Clocks have changed: UTC+02:00. Clocks skip its usual time')
    expect(page.getAllByText(/Skipped or moved/)).toHaveLength(1)
    await user.type(page.getByLabelText('Name'), '!')
    await turn(500)
    expect(page.queryByText(/Skipped or moved/)).toBe(null)
  })

  it('says where a mistake is', async () => {
    const api = new FakeApi().fail('createMaintenanceWindow', 'BODY_INVALID', {
      values: { problems: 'endsAt must not be before startsAt' },
      problems: [{ path: 'endsAt', rule: 'notBefore', parameters: { field: 'startsAt' } }],
    })
    const { page, user } = await renderScreen('/maintenance/new', { api })
    await user.click(page.getByRole('button', { name: 'Plan maintenance' }))
    expect(page.getByLabelText('Ends').getAttribute('aria-invalid')).toBe('true')
    expect(page.getAllByText(/“Ends” must not be before “Starts”/).length).toBeGreaterThan(0)
  })

  it('of a check offers the tags by which windows find it', async () => {
    const api = new FakeApi()
    storeChecks(api, [aCheckRow(uuid, 'Cart')])
    api.answer('getCheck', sample('getCheck', { id: uuid, name: 'Cart', tags: ['cart'], groupId: 1 }))
    api.answer('listCheckGroups', [sampleItem('listCheckGroups', { id: 1, name: 'Shop', tags: ['shop'] })])
    const { page, user, address } = await renderScreen(`/checks/${uuid}`, { api })
    await user.click(page.getByRole('button', { name: 'More actions' }))
    await user.click(page.getByRole('menuitem', { name: 'Plan maintenance …' }))
    expect(address()).toBe(`/maintenance/new?check=${uuid}`)
    await user.click(page.getByRole('button', { name: 'Use shop' }))
    expect(page.getByLabelText<HTMLInputElement>('Tags of silenced checks').value).toBe('shop')
  })

  it('sends only what was changed, asks before what is not saved is left, and starts now', async () => {
    const api = new FakeApi().answer('getMaintenanceWindow', windowOf())
    const { page, user, address } = await renderScreen('/maintenance/7', { api })
    await user.click(page.getByRole('button', { name: 'Start now' }))
    await user.click(page.getByRole('menuitem', { name: /^For 1.h$/ }))
    expect(api.sentOf('startMaintenance')).toMatchObject([{ params: { id: '7' }, body: { minutes: 60 } }])
    fireEvent.change(page.getByLabelText('Starts'), { target: { value: '2026-12-01T04:00' } })
    expect(page.getByLabelText<HTMLInputElement>('Ends').value).toBe('2026-12-01T05:00')
    const main = within(page.getByRole('main'))
    await user.click(main.getByRole('link', { name: 'Maintenance' }))
    await user.click(page.getByRole('button', { name: 'Stay' }))
    expect(address()).toBe('/maintenance/7')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateMaintenanceWindow').map(({ body }) => body)).toEqual([
      { startsAt: '2026-12-01T03:00:00.000Z', endsAt: '2026-12-01T04:00:00.000Z' },
    ])
    await user.click(main.getByRole('link', { name: 'Maintenance' }))
    expect(address()).toBe('/maintenance')
  })

  it('says what each of its occurrences held back, and takes updates when it is published', async () => {
    const visibility = { ...windowOf().statusPageVisibility, enabled: true }
    const api = new FakeApi().answer('getMaintenanceWindow', windowOf({ statusPageVisibility: visibility }))
    const times = { startsAt: '2026-11-26T09:00:00.000Z', endsAt: '2026-11-26T11:00:00.000Z' }
    api.answer('listMaintenances', [
      sampleItem('listMaintenances', { id: uuid, maintenanceWindowId: 7, status: 'IN_PROGRESS', ...times }),
    ])
    const held = {
      id: uuid,
      name: 'Cart',
      alerts: 2,
      lastAlertType: 'ALERT_FAILURE',
      error: 'refused',
      notifiedAt: null,
    } as const
    api.answer('getMaintenanceEffect', {
      checks: [sampleIn('getMaintenanceEffect', 'checks', held)],
      totalChecks: 1,
      totalAlerts: 2,
    })
    const { page, user, violations } = await renderScreen('/maintenance/7', { api })
    page.getByText('2 alerts of 1 check held back')
    page.getByText(/^refused\. Not notified$/)
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Post update' }))
    const dialog = within(page.getByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText('Status'), 'Verifying')
    await user.type(dialog.getByLabelText('Text'), 'Almost done.')
    await user.click(dialog.getByRole('button', { name: 'Post update' }))
    expect(api.sentOf('createMaintenanceUpdate')).toMatchObject([
      { body: { status: 'VERIFYING', description: 'Almost done.', notifySubscribers: false } },
    ])
    await user.click(page.getByRole('button', { name: 'Delete' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteMaintenanceWindow')).toHaveLength(1)
  })

  it('has updates that are corrected, and occurrences that are moved by the clocks of its zone', async () => {
    const visibility = { ...windowOf().statusPageVisibility, enabled: true }
    const api = new FakeApi().answer('getMaintenanceWindow', windowOf({ statusPageVisibility: visibility }))
    const update = (id: string, status: 'IN_PROGRESS' | 'SCHEDULED', description: string) => ({
      id,
      status,
      description,
      maintenanceId: uuid,
      maintenanceWindowId: 7,
      notifySubscribers: false,
      created_at: '2026-11-26T09:00:00.000Z',
      previousStatus: null,
      previousStartsAt: null,
      previousEndsAt: null,
      dateAdjustments: null,
    })
    const older = uuid.replace('5', '6')
    const html = '<div class="prose"><p><strong>Soon</strong>.</p></div>'
    const planned = { ...update(older, 'SCHEDULED', '**Soon**.'), html }
    const updates = [update(uuid, 'IN_PROGRESS', 'We beginn.'), planned]
    const times = { startsAt: '2026-11-26T09:00:00.000Z', endsAt: '2026-11-26T11:00:00.000Z' }
    const status = 'IN_PROGRESS' as const
    api.answer('listMaintenances', [
      sampleItem('listMaintenances', { id: uuid, maintenanceWindowId: 7, status, updates, ...times }),
    ])
    const { page, user, fill } = await renderScreen('/maintenance/7', { api })
    expect(page.getByText('Soon').tagName).toBe('STRONG')
    await user.click(page.getByRole('button', { name: 'Edit the update Under way' }))
    const dialog = () => within(page.getByRole('dialog'))
    expect(
      dialog()
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).not.toContain('Scheduled')
    await fill(dialog().getByLabelText('Text'), 'We begin.')
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await user.click(page.getByRole('button', { name: 'Edit the update Scheduled' }))
    dialog().getByText('Only what readers see: the maintenance keeps its status.')
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    expect(api.sentOf('updateMaintenanceUpdate')).toMatchObject([
      { params: { maintenanceId: uuid, updateId: uuid }, body: { status: 'IN_PROGRESS', description: 'We begin.' } },
    ])
    await user.click(page.getByRole('button', { name: 'Change times' }))
    expect(dialog().getByLabelText<HTMLInputElement>('Starts').value).toBe('2026-11-26T10:00')
    fireEvent.change(dialog().getByLabelText('Ends'), { target: { value: '2026-11-26T13:30' } })
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    expect(api.sentOf('rescheduleMaintenance').map(({ body }) => body)).toEqual([
      { endsAt: '2026-11-26T12:30:00.000Z' },
    ])
  })

  it('reminds subscribers three times at most', async () => {
    const visibility = { ...windowOf().statusPageVisibility, enabled: true, reminderMinutesBefore: [90, 1_440] }
    const api = new FakeApi().answer('getMaintenanceWindow', windowOf({ statusPageVisibility: visibility }))
    const { page, user } = await renderScreen('/maintenance/7', { api })
    page.getByRole('checkbox', { name: '90 minutes before', checked: true })
    await user.click(page.getByRole('checkbox', { name: '7 days before' }))
    expect(page.getByRole<HTMLInputElement>('checkbox', { name: '3 days before' }).disabled).toBe(true)
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateMaintenanceWindow').map(({ body }) => body)).toMatchObject([
      { statusPageVisibility: { reminderMinutesBefore: [90, 1_440, 10_080] } },
    ])
  })

  it('is only shown to whoever may not change it, in German as well', async () => {
    const api = new FakeApi('READ_ONLY').answer('getMaintenanceWindow', windowOf())
    const { page } = await renderScreen('/maintenance/7', { api, language: 'de' })
    page.getByText('Jeden zweiten Dienstag, 02:00–03:00 Uhr, Europe/Berlin')
    expect(page.queryByRole('button', { name: 'Speichern' })).toBe(null)
    expect(page.getByLabelText('Name').closest('fieldset')?.disabled).toBe(true)
  })
})
