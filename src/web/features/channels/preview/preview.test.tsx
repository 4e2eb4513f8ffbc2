import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { channelTypes } from '#contract'
import type { ChannelType } from '#contract'
import { aChannel, FakeApi, renderScreen, sample, storeChannels } from '../../../testing/index.ts'
import type { ChannelPreview } from '../api.ts'

const golden = join(import.meta.dirname, '../../../../../tests/golden/channels')
const recorded = (name: string): string => readFileSync(join(golden, name), 'utf8')

type Request = ChannelPreview['requests'][number]

/** Opens a channel of a type and its preview, for which the service would send this. */
async function previewOf(type: ChannelType, sent: Partial<ChannelPreview>) {
  const api = new FakeApi()
  const [config] = channelTypes[type].examples
  storeChannels(api, [aChannel(1, 'On call', { type, config: { ...config } })])
  api.answer('previewNewAlertChannel', sample('previewNewAlertChannel', { type, problem: null, requests: [], ...sent }))
  const scene = await renderScreen('/channels/1', { api })
  const pane = within(scene.page.getByRole('region', { name: 'Preview' }))
  await scene.user.click(pane.getByRole('button', { name: 'Preview' }))
  return { ...scene, pane }
}

const requestOf = (fields: Partial<Request>): Partial<ChannelPreview> => ({
  requests: [{ method: 'POST', url: 'https://hooks.example/…', headers: {}, body: null, ...fields }],
})

describe('the preview of a message', () => {
  it('of a mail is its page in a frame in which nothing runs, and its plain text', async () => {
    const mail = { from: 'Belfry <a@b.example>', to: ['c@d.example'], subject: 'Cart fails', text: 'As text' }
    const html = '<p style="margin:0">As mail</p><script>alert(1)</script>'
    const { pane, violations } = await previewOf('EMAIL', { mail: { ...mail, html } })
    pane.getByText('Cart fails')
    const frame = pane.getByTitle('Example message')
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
    expect(frame.getAttribute('srcdoc')).toContain('As mail')
    expect(pane.getByText('As text').closest('details')?.open).toBe(false)
    expect(await violations()).toEqual([])
  })

  it('for Slack has its heading, emphasis, code and buttons, without markup', async () => {
    const { pane } = await previewOf('SLACK', requestOf({ body: recorded('slack-failure.json') }))
    const message = pane.getByRole('group', { name: 'Example message' })
    const { blocks, attachments } = JSON.parse(recorded('slack-failure.json'))
    within(message).getByText(blocks[0].text.text)
    expect(message.textContent).not.toMatch(/\*\w|```|&amp;|&lt;/)
    expect(message.querySelector('code')).not.toBe(null)
    for (const { elements = [] } of attachments[0].blocks)
      for (const { text } of elements) within(message).getByText(text.text)
    expect(message.querySelectorAll('a')).toHaveLength(0)
  })

  it('for Teams is its card, with the facts', async () => {
    const title = String.raw`🔴 Check \[Shop\] has failed`
    const body = [
      { type: 'TextBlock', weight: 'Bolder', color: 'Attention', text: title },
      { type: 'TextBlock', text: 'See **Cart** [Result](https://belfry.example/%29)' },
      { type: 'FactSet', facts: [{ title: 'Location', value: 'Frankfurt' }] },
    ]
    const content = { type: 'AdaptiveCard', body, actions: [{ type: 'Action.OpenUrl', title: 'Open result' }] }
    const contentType = 'application/vnd.microsoft.card.adaptive'
    const { pane } = await previewOf(
      'WEBHOOK',
      requestOf({ body: JSON.stringify({ attachments: [{ contentType, content }] }) }),
    )
    const card = within(pane.getByRole('group', { name: 'Example message' }))
    for (const text of ['🔴 Check [Shop] has failed', 'See Cart Result', 'Frankfurt', 'Open result'])
      card.getByText(text)
  })

  it('of a text message counts its characters and parts', async () => {
    const { pane } = await previewOf('SMS', requestOf({ text: `Cart fails\n${'x'.repeat(150)}` }))
    pane.getByText(/^Cart fails/)
    pane.getByText('161 characters, sent in 2 parts')
  })

  it('of a call is what is spoken', async () => {
    const { pane } = await previewOf('CALL', requestOf({ text: recorded('call.xml') }))
    pane.getByText('Alert from Belfry. Check "Shop & <cart>" has failed. Expected status 200, got 503:.')
    pane.getByText('Spoken twice.')
  })

  it('of a browser notification is one', async () => {
    const text = JSON.stringify({ title: '🔴 Cart fails', body: 'Status 503', url: null, tag: 'x' })
    const { pane } = await previewOf('WEB_PUSH', requestOf({ text }))
    const shown = within(pane.getByRole('group', { name: 'Example message' }))
    shown.getByText('🔴 Cart fails')
    shown.getByText('Status 503')
  })

  it('for a program is the request with its body indented, and of text that is no JSON as it is', async () => {
    const { pane, user, api } = await previewOf('WEBHOOK', requestOf({ body: '{"a":[1]}' }))
    expect(pane.getByText('POST https://hooks.example/…').closest('details')?.open).toBe(true)
    expect(pane.getByRole('figure', { name: 'Body' }).querySelector('pre')?.textContent).toBe(
      '{\n  "a": [\n    1\n  ]\n}',
    )
    api.answer(
      'previewNewAlertChannel',
      sample('previewNewAlertChannel', { ...requestOf({ body: 'a=1' }), problem: null }),
    )
    await user.selectOptions(pane.getByLabelText('Event'), 'Recovery')
    expect(pane.getByRole('figure', { name: 'Body' }).querySelector('pre')?.textContent).toBe('a=1')
    expect(api.sentOf('previewNewAlertChannel').map(({ body }) => body.event)).toEqual(['failure', 'recovery'])
  })

  it('that cannot be made says why', async () => {
    const { pane } = await previewOf('SLACK_APP', { problem: 'The Slack app is not set up.' })
    pane.getByText('The Slack app is not set up.')
  })
})

it('a webhook for a product is called by the name of the product, never by its constant', async () => {
  const api = new FakeApi()
  const config = { name: 'Ops room', url: 'https://teams.example', webhookType: 'WEBHOOK_MSTEAMS' } as const
  storeChannels(api, [aChannel(1, 'Ops room', { config })])
  const { page } = await renderScreen('/channels/1', { api })
  expect(page.getAllByText('Microsoft Teams').length).toBeGreaterThan(1)
  expect(document.body.textContent).not.toContain('WEBHOOK_')
})
