import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FakeApi, renderScreen, sampleItem } from '../../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-0000000000b2'
const address = '/reports?tab=scheduled'
let api: FakeApi

type Recipient = ReturnType<typeof aReport>['recipients'][number]
const aRecipient = (email: string, part: Partial<Recipient> = {}): Recipient => ({
  id: email,
  email,
  isMember: false,
  state: 'CONFIRMED',
  lastMail: null,
  ...part,
})
const aReport = (part: object = {}) =>
  sampleItem('listScheduledReports', {
    id,
    name: 'Shop',
    frequency: 'WEEKLY',
    weekday: 1,
    time: '08:00',
    timeZone: 'Europe/Berlin',
    range: 'LAST_WEEK',
    groupBy: 'group',
    filterByTags: ['shop'],
    nextAt: '2026-11-30T07:00:00.000Z',
    lastSentAt: '2026-11-23T07:00:00.000Z',
    ...part,
  })

beforeEach(() => {
  api = new FakeApi()
})

it('a report says when it is sent, what is in it and how each recipient stands', async () => {
  const rejected = { status: 'REJECTED', response: '550 no such user', at: '2026-11-23T07:00:00.000Z' } as const
  api.answer('listScheduledReports', [
    aReport({
      recipients: [
        aRecipient('ada@mail.example'),
        aRecipient('new@mail.example', { state: 'PENDING' }),
        aRecipient('gone@mail.example', { state: 'UNSUBSCRIBED', lastMail: rejected }),
        aRecipient('typo@mail.example', { lastMail: rejected }),
      ],
    }),
  ])
  const { page, violations } = await renderScreen(address, { api })
  page.getByText('Every Monday, 08:00, Europe/Berlin')
  page.getByText('Tags: shop')
  expect(page.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'ada@mail.example ',
      'new@mail.example not confirmed yet',
      'gone@mail.example unsubscribed',
      expect.stringContaining('Not delivered: 550 no such user'),
    ]),
  )
  expect(await violations()).toEqual([])
})

it('a report is made for the zone of the browser, and a mistake is shown at its field', async () => {
  const { page, user, fill } = await renderScreen(address, { api })
  page.getByText('No scheduled reports')
  await user.click(page.getByRole('button', { name: 'New scheduled report' }))
  const dialog = within(page.getByRole('dialog'))
  await fill(dialog.getByLabelText('Name'), 'Shop')
  await user.selectOptions(dialog.getByLabelText('Day'), 'Friday')
  await fill(dialog.getByLabelText('Recipients'), 'ada@mail.example, ops@mail.example')
  api.fail('createScheduledReport', 'BODY_INVALID', {
    values: { problems: 'recipients[0] must be one mail address' },
    attributes: { 'recipients[0]': 'must be one mail address' },
  })
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByLabelText('Recipients').getAttribute('aria-invalid')).toBe('true')
  api.answer('createScheduledReport', aReport())
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createScheduledReport').at(-1)?.body).toEqual({
    name: 'Shop',
    frequency: 'WEEKLY',
    weekday: 5,
    time: '08:00',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    range: 'LAST_WEEK',
    groupBy: 'check',
    filterByTags: [],
    recipients: ['ada@mail.example', 'ops@mail.example'],
  })
  expect(page.queryByRole('dialog')).toBe(null)
})

it('a report is sent now, previewed, and deleted after asking', async () => {
  api.answer('listScheduledReports', [aReport({ recipients: [aRecipient('ada@mail.example')] })])
  api.answer('sendScheduledReport', { mails: 0 })
  api.answer('previewScheduledReport', {
    subject: 'Weekly report',
    html: '<p>99.95%</p>',
    text: 'Availability: 99.95%',
  })
  const { page, user } = await renderScreen(address, { api })
  await user.click(page.getByRole('button', { name: 'Send now' }))
  page.getByText('Nobody has confirmed yet: nothing is sent')
  await user.click(page.getByRole('button', { name: 'Preview' }))
  expect(api.sentOf('previewScheduledReport')).toMatchObject([{ body: { range: 'LAST_WEEK', filterByTags: ['shop'] } }])
  const preview = within(page.getByRole('dialog'))
  await user.click(preview.getByRole('tab', { name: 'Plain text' }))
  preview.getByText('Availability: 99.95%')
  await user.click(preview.getByRole('button', { name: 'Close' }))
  await user.click(page.getByRole('button', { name: 'Delete' }))
  api.answer('listScheduledReports', [])
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(api.sentOf('deleteScheduledReport')).toMatchObject([{ params: { id } }])
  page.getByText('No scheduled reports')
})

it('somebody who may only read sees the reports and their previews, and nothing that changes them', async () => {
  api = new FakeApi('READ_ONLY')
  api.answer('listScheduledReports', [aReport()])
  const { page } = await renderScreen(address, { api })
  page.getByRole('button', { name: 'Preview' })
  for (const name of ['New scheduled report', 'Send now', 'Edit', 'Delete'])
    expect(page.queryByRole('button', { name })).toBe(null)
})
