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

it('a window of runs and a recovery are set, said in words as they are typed, and removed again', async () => {
  const api = new FakeApi().answer('getOwnAlertSettings', usual)
  const { page, user, violations } = await renderScreen('/settings/alerts', { api })
  page.getByText('In words: After 1 failed run.')
  await user.click(page.getByLabelText(/^Alert by failed runs among the last runs/))
  page.getByText('In words: When 3 of the last 5 runs fail; recovers after 3 passing runs in a row.')
  await user.click(page.getByLabelText(/^Recover after several passed runs/))
  page.getByText('In words: When 3 of the last 5 runs fail; recovers after 2 passing runs in a row.')
  await user.clear(page.getByLabelText('Of the last runs'))
  page.getByText('In words: After 1 failed run; recovers after 2 passing runs in a row.')
  await user.type(page.getByLabelText('Of the last runs'), '10')
  page.getByText('In words: When 3 of the last 10 runs fail; recovers after 2 passing runs in a row.')
  expect(await violations()).toEqual([])
  await user.click(page.getByLabelText(/^Recover after several passed runs/))
  await user.click(page.getByRole('button', { name: 'Save' }))
  expect(api.sentOf('updateOwnAlertSettings').map(({ body }) => body)).toMatchObject([
    { windowBasedEscalation: { failedRunThreshold: 3, runs: 10 }, runBasedRecovery: null },
  ])
})
