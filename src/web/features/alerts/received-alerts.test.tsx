import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-0000000000b2'
let api: FakeApi

const anAlert = (part: object = {}) =>
  sample('getReceivedAlert', {
    id,
    name: 'HighErrorRate',
    sourceName: 'Prometheus',
    severity: 'critical',
    state: 'FIRING',
    summary: 'Errors are at 7 %',
    labels: { alertname: 'HighErrorRate', service: 'shop' },
    annotations: { runbook: 'Call Ann' },
    link: 'https://prometheus.example/graph',
    endedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgementNote: null,
    silencedBy: [],
    ...part,
  })
const listed = (...alerts: ReturnType<typeof anAlert>[]) =>
  api.answer('listReceivedAlerts', { length: alerts.length, entries: alerts, nextId: null })

beforeEach(() => {
  api = new FakeApi()
})

describe('alerts of other tools', () => {
  it('are listed with their state, source and labels, and who works on them', async () => {
    listed(anAlert(), anAlert({ id: `${id.slice(0, -1)}3`, severity: 'warning', name: 'Disk', acknowledgedBy: 'Ann' }))
    const { page, violations } = await renderScreen('/alerts?tab=received', { api })
    page.getByText('Critical')
    page.getByText('Critical')
    page.getByText('Warning')
    page.getAllByText('Errors are at 7 %')
    page.getAllByText('service=shop')
    page.getByText('Acknowledged by Ann')
    expect(page.getByRole('link', { name: 'HighErrorRate' }).getAttribute('href')).toBe(`/alerts/received/${id}`)
    expect(api.sentOf('listReceivedAlerts')[0]?.query).toMatchObject({ state: 'FIRING' })
    expect(await violations()).toEqual([])
  })

  it('say that nothing fires, and that nothing matches what is searched for', async () => {
    listed()
    const { page, user, fill } = await renderScreen('/alerts?tab=received', { api })
    page.getByText(/Nothing fires/)
    await fill(page.getByRole('searchbox'), 'disk')
    page.getByText('No alert matches.')
    expect(api.sentOf('listReceivedAlerts').at(-1)?.query).toMatchObject({ search: 'disk' })
    await user.click(page.getByRole('button', { name: 'Clear filters' }))
    page.getByText(/Nothing fires/)
  })

  it('are not acknowledged any more when that is taken back', async () => {
    listed(anAlert({ acknowledgedAt: '2026-07-15T11:00:00.000Z', acknowledgedBy: 'Ann' }))
    api.answer('unacknowledgeReceivedAlert', undefined)
    const { page, user } = await renderScreen('/alerts?tab=received', { api })
    expect(page.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    await user.click(page.getByRole('button', { name: 'Unacknowledge' }))
    expect(api.sentOf('unacknowledgeReceivedAlert')).toMatchObject([{ params: { id } }])
  })

  it('are acknowledged, and silenced by all their labels for a while', async () => {
    listed(anAlert())
    api.answer('acknowledgeReceivedAlert', anAlert())
    api.answer('createAlertSilence', sampleItem('listAlertSilences', {}))
    const { page, user } = await renderScreen('/alerts?tab=received', { api })
    await user.click(page.getByRole('button', { name: 'Acknowledge' }))
    expect(api.sentOf('acknowledgeReceivedAlert')).toMatchObject([{ params: { id } }])
    await user.click(page.getByRole('button', { name: 'Silence' }))
    await user.click(page.getByRole('menuitem', { name: 'For 4 hours' }))
    expect(api.sentOf('createAlertSilence')).toMatchObject([
      {
        body: {
          matchers: [
            { name: 'alertname', value: 'HighErrorRate' },
            { name: 'service', value: 'shop' },
          ],
        },
      },
    ])
  })

  it('list what is silenced below, which can be ended', async () => {
    listed(anAlert({ silencedBy: [id] }))
    const matchers = [{ name: 'service', value: 'sh.*', isRegex: true, isEqual: true }]
    api.answer('listAlertSilences', [
      sampleItem('listAlertSilences', { id, matchers, comment: 'Move', createdBy: 'Ann' }),
    ])
    api.answer('deleteAlertSilence', undefined)
    const { page, user } = await renderScreen('/alerts?tab=received', { api })
    page.getByText('Silenced')
    page.getByText('service=~"sh.*"')
    expect(page.queryByRole('button', { name: 'Silence' })).toBe(null)
    await user.click(page.getByRole('button', { name: 'End' }))
    expect(api.sentOf('deleteAlertSilence')).toMatchObject([{ params: { id } }])
  })

  it('have a separate screen with labels, annotations and the way to the sender', async () => {
    api.answer('getReceivedAlert', anAlert())
    const { page, violations } = await renderScreen(`/alerts/received/${id}`, { api })
    page.getByText('Call Ann')
    expect(page.getByRole('link', { name: 'Open at the sender' }).getAttribute('href')).toContain('prometheus.example')
    expect(await violations()).toEqual([])
  })
})

describe('alert sources', () => {
  const aSource = (part: object = {}) =>
    sampleItem('listAlertSources', {
      id,
      name: 'Prometheus',
      alertChannelIds: [],
      firing: 2,
      leftOut: 3,
      expireMinutes: 60,
      ...part,
    })

  it('say what they are for while there are none, and show their addresses once when made', async () => {
    const { page, user, fill } = await renderScreen('/alerts?tab=sources', { api })
    page.getByText('No alert sources')
    const url = 'https://belfry.example/inbound/abc123'
    api.answer('createAlertSource', { ...aSource(), token: 'abc123', webhookUrl: url, alertmanagerUrl: url })
    await user.click(page.getByRole('button', { name: 'New source' }))
    const dialog = within(page.getByRole('dialog'))
    await fill(dialog.getByLabelText('Name'), 'Prometheus')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(api.sentOf('createAlertSource')[0]?.body).toMatchObject({
      name: 'Prometheus',
      severityLabel: 'severity',
      expireMinutes: 1440,
      groupId: null,
    })
    page.getByText(url)
    page.getByText(/path_prefix: \/inbound\/abc123/)
    page.getByText('https://belfry.example/integrations/v1/formatted_webhook/abc123/')
  })

  it('show what fires and what was left out, and are changed and deleted after asking', async () => {
    api.answer('listAlertSources', [aSource()])
    api.answer('updateAlertSource', aSource())
    api.answer('deleteAlertSource', undefined)
    const { page, user, fill, violations } = await renderScreen('/alerts?tab=sources', { api })
    page.getByText('2 firing')
    page.getByText('3 alerts were left out')
    await user.click(page.getByRole('button', { name: 'Edit' }))
    const dialog = within(page.getByRole('dialog'))
    await fill(dialog.getByLabelText('Name'), 'Grafana')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateAlertSource')).toMatchObject([{ params: { id }, body: { name: 'Grafana' } }])
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteAlertSource')).toEqual([])
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteAlertSource')).toHaveLength(1)
  })
})
