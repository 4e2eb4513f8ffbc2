import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { writeReason } from '#contract/reasons'
import { aChannel, FakeApi, renderScreen, sample, storeChannels } from '../../testing/index.ts'

describe('a new channel', () => {
  it('is previewed, made, tested and deleted', async () => {
    const api = new FakeApi()
    const stored = storeChannels(api, [])
    api.answer('previewNewAlertChannel', {
      ...sample('previewNewAlertChannel', { type: 'WEBHOOK' }),
      requests: [{ method: 'POST', url: '*********', headers: {}, body: '{}' }],
    })
    api.answer('createAlertChannel', ({ body: { type, config, sslExpiry = false, sslExpiryThreshold = 30 } }) => {
      const made = aChannel(1, 'On call', { type, config, sslExpiry, sslExpiryThreshold })
      stored.set(1, made)
      return made
    })
    const scene = await renderScreen('/channels', { api })
    const { page, user } = scene
    page.getByText('No alert channels')
    await user.click(page.getByRole('link', { name: 'New channel' }))
    await user.click(page.getByRole('button', { name: 'Webhook' }))
    await scene.fill(page.getByLabelText('Name'), 'On call')
    await scene.fill(page.getByLabelText('URL'), 'https://hooks.example')
    await user.click(page.getByRole('button', { name: 'Preview' }))
    page.getByText(/^POST \*{9}/)
    const reason = writeReason('CONNECTION_REFUSED', { endpoint: 'hooks.example:443' })
    api.answer(
      'testNewAlertChannel',
      sample('testNewAlertChannel', { outcome: 'rejected', response: `${reason} (ECONNREFUSED)` }),
    )
    await user.click(page.getByRole('button', { name: 'Send test' }))
    page.getByText('Test message rejected')
    page.getByText(reason)
    expect(api.sentOf('testNewAlertChannel')).toMatchObject([
      { body: { type: 'WEBHOOK', config: { name: 'On call', url: 'https://hooks.example' } } },
    ])
    expect(api.sentOf('createAlertChannel')).toEqual([])
    expect(await scene.violations()).toEqual([])
    await user.click(page.getByLabelText('Subscribe all existing checks'))
    await user.click(page.getByLabelText('Before a certificate expires'))
    await scene.fill(page.getByLabelText(/^Days before expiry/), '14')
    await user.click(page.getByRole('button', { name: 'Create' }))
    expect(scene.address()).toBe('/channels/1')
    expect(api.sentOf('createAlertChannel').map(({ body }) => body)).toMatchObject([
      {
        type: 'WEBHOOK',
        config: { name: 'On call', url: 'https://hooks.example', method: 'POST' },
        subscribe: { all: true },
        sslExpiry: true,
        sslExpiryThreshold: 14,
      },
    ])

    api.answer('testAlertChannel', () => {
      stored.set(1, { ...aChannel(1, 'On call'), recentOutcomes: ['sent'] })
      return sample('testAlertChannel', { outcome: 'sent', response: '200 ok' })
    })
    await user.click(page.getByRole('button', { name: 'Send test' }))
    page.getByText('Test message delivered')
    const list = within(page.getByRole('list', { name: 'Alert channels' }))
    list.getByRole('img', { name: 'Last attempt: none failed' })

    await user.click(page.getByRole('button', { name: 'Delete' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    page.getByText('No alert channels')
    expect(api.sentOf('deleteAlertChannel')).toMatchObject([{ params: { id: '1' } }])
  })

  it('says below its field what the service rejects, and loses nothing of what was typed', async () => {
    const api = new FakeApi().fail('createAlertChannel', 'CHANNEL_CONFIG_INVALID', {
      values: { problem: 'url must be an address' },
      attributes: { 'config.url': 'must be an address' },
    })
    const scene = await renderScreen('/channels/new', { api })
    const { page, user } = scene
    await user.click(page.getByRole('button', { name: 'Webhook' }))
    await scene.fill(page.getByLabelText('URL'), 'nonsense')
    await user.click(page.getByRole('button', { name: 'Create' }))
    page.getByText('must be an address')
    expect(page.getByLabelText<HTMLInputElement>('URL').value).toBe('nonsense')
    expect(scene.address()).toBe('/channels/new')
  })

  it('has the fields of its type, for every type', async () => {
    const { page, user } = await renderScreen('/channels/new')
    const types = page.getAllByRole('button').filter(({ className }) => className.includes('type'))
    expect(types.length).toBeGreaterThan(5)
    for (const { textContent } of types) {
      await user.click(page.getByRole('button', { name: textContent ?? '' }))
      expect(page.getByRole('heading', { level: 1 }).textContent).toBe(`New channel: ${textContent}`)
      expect(page.getAllByRole('textbox').length).toBeGreaterThan(0)
      await user.click(page.getAllByRole('link', { name: 'Alert channels' })[0] ?? document.body)
      await user.click(page.getByRole('link', { name: 'New channel' }))
    }
  })

  it('is not for whoever may only read', async () => {
    const { page } = await renderScreen('/channels/new', { role: 'READ_ONLY' })
    expect(page.queryByRole('button', { name: 'Webhook' })).toBe(null)
    expect(page.queryByRole('button', { name: 'Create' })).toBe(null)
  })
})

describe('a channel that is deleted', () => {
  it('says before which checks notify by it, and which would notify nobody any more', async () => {
    const api = new FakeApi()
    storeChannels(api, [aChannel(4, 'Pager')])
    api.answer('getUsesOfAlertChannel', sample('getUsesOfAlertChannel', { reachedChecks: 1, onlyChannelOf: 1 }))
    const { page, user, violations } = await renderScreen('/channels/4', { api })
    await user.click(page.getByRole('button', { name: 'Delete' }))
    const dialog = within(page.getByRole('alertdialog'))
    dialog.getByText('1 check uses this channel. Checks left without a channel: 1.')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(api.sentOf('deleteAlertChannel')).toEqual([])
  })
})
