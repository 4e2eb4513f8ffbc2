import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'

const usual = sample('getOwnAlertSettings', {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  timeBasedEscalation: { minutesFailingThreshold: 5 },
  reminders: { amount: 0, interval: 5 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
})

it('the alert settings of the account are changed', async () => {
  const api = new FakeApi().answer('getOwnAlertSettings', usual)
  const { page, user, violations } = await renderScreen('/settings/alerts', { api })
  await user.selectOptions(page.getByLabelText('Send an alert'), 'after failing for some minutes')
  await user.selectOptions(page.getByLabelText('Minutes'), '15')
  await user.selectOptions(page.getByLabelText('Reminders'), '2')
  await user.selectOptions(page.getByLabelText('Interval in minutes'), '30')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Save' }))
  expect(api.sentOf('updateOwnAlertSettings').map(({ body }) => body)).toMatchObject([
    {
      escalationType: 'TIME_BASED',
      timeBasedEscalation: { minutesFailingThreshold: 15 },
      reminders: { amount: 2, interval: 30 },
    },
  ])
  page.getByText('Saved')
})

it('whoever may not change the alert settings sees them, in German too', async () => {
  const api = new FakeApi('READ_WRITE').answer('getOwnAlertSettings', usual)
  const { page } = await renderScreen('/settings/alerts', { api, language: 'de' })
  page.getByRole('heading', { level: 1, name: 'Alarmeinstellungen des Kontos' })
  expect(page.getByLabelText('Erinnerungen').closest('fieldset')?.disabled).toBe(true)
  expect(page.queryByRole('button', { name: 'Speichern' })).toBe(null)
})
