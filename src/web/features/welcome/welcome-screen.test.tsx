import { beforeEach, describe, expect, it } from 'vitest'
import { aDryRun, anUnansweredDryRun, FakeApi, renderScreen, sample, sampleIn } from '../../testing/index.ts'

const url = 'https://shop.example/'
const check = '0198c6a0-0000-7000-8000-000000000001'
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  api.answer('startDryRun', aDryRun())
  api.answer('createUrlCheck', sample('createUrlCheck', { id: check, request: { url } }))
  api.answer('createCheckGeneric', sample('createCheckGeneric', { id: check }))
})

describe('the first check', () => {
  it('is tried before anything is saved, and has run and notifies a channel a moment later', async () => {
    const scene = await renderScreen('/welcome', { api })
    const { page, user, fill, turn, violations } = scene
    await fill(page.getByLabelText('Address'), 'no address')
    await user.keyboard('{Enter}')
    page.getByText(/^Enter an address that starts with/)
    expect(api.sentOf('startDryRun')).toEqual([])
    await fill(page.getByLabelText('Address'), url)
    await user.keyboard('{Enter}')
    page.getByText(/^Responded with 200 OK/)
    expect(await violations()).toEqual([])
    expect(api.sentOf('createUrlCheck')).toEqual([])
    await user.click(page.getByLabelText('Webhook'))
    await fill(page.getByLabelText('Webhook URL'), `${url}alerts`)
    await user.click(page.getByRole('button', { name: 'Start monitoring' }))
    page.getByText('running, takes a moment')
    const entry = sampleIn('listCheckTicks', 'entries', { checkId: check, outcomes: 'P', responseTimes: [20] })
    api.answer('listCheckTicks', { entries: [entry] })
    const run = { since: null, lastResultId: null, lastRunAt: null, lastResponseTime: 20 }
    api.events.push('checks', [{ id: check, state: 'PASSING', before: null, ...run }])
    await turn(1_000)
    page.getByText('Passed, done in 20 ms')
    page.getByText(`${url}alerts is notified when it fails`)
    expect(api.sentOf('startDryRun').at(-1)).toMatchObject({ body: { check: { checkType: 'URL', request: { url } } } })
    expect(api.sentOf('createUrlCheck')).toMatchObject([{ body: { name: 'shop.example', request: { url } } }])
    expect(api.sentOf('createAlertChannel')).toMatchObject([
      { body: { type: 'WEBHOOK', autoSubscribe: true, config: { url: `${url}alerts` } } },
    ])
    expect(api.sentOf('triggerCheckSessionsV2')).toMatchObject([{ body: { target: { checkId: [check] } } }])
  })

  it('can be broken on purpose once it has passed, and shows what arrived where', async () => {
    const drill = sample('startDrill', {
      checkId: check,
      status: 'RUNNING',
      endedAt: null,
      deliveries: [],
      reason: null,
    })
    api.answer('startDrill', drill)
    api.answer('getDrill', drill)
    const entry = sampleIn('listCheckTicks', 'entries', { checkId: check, outcomes: 'P', responseTimes: [20] })
    api.answer('listCheckTicks', { entries: [entry] })
    const { page, user, fill, turn, violations } = await renderScreen('/welcome', { api })
    await fill(page.getByLabelText('Address'), url)
    await user.keyboard('{Enter}')
    await user.click(page.getByLabelText('Webhook'))
    await fill(page.getByLabelText('Webhook URL'), `${url}alerts`)
    await user.click(page.getByRole('button', { name: 'Start monitoring' }))
    await user.click(page.getByRole('button', { name: 'Break it on purpose' }))
    expect(api.sentOf('startDrill')).toMatchObject([{ params: { id: check } }])
    page.getByText('The check is running with a failing assertion')
    const delivery = { channelId: 1, type: 'WEBHOOK', name: 'Hook', outcome: 'sent', response: 'ok' } as const
    const refused = { ...delivery, channelId: 2, name: 'Pager', outcome: 'rejected', response: 'No such key' } as const
    const deliveries = [delivery, refused].map((one) => ({ ...one, silenceReason: null, closed: null }))
    const reason = 'Expected the status code to equal "599", but it was "200".'
    api.answer('getDrill', { ...drill, status: 'SENT', endedAt: '2026-11-26T10:00:00.000Z', reason, deliveries })
    await turn(1_000)
    page.getByText('The check failed as expected')
    page.getByText(reason)
    page.getByText('Hook')
    page.getByText('No such key')
    expect(await violations()).toEqual([])
    const asked = api.sentOf('getDrill').length
    await turn(5_000)
    expect(api.sentOf('getDrill')).toHaveLength(asked)
  })

  it('takes a curl command that is pasted for a URL', async () => {
    const { page, user } = await renderScreen('/welcome', { api })
    const field = () => page.getByLabelText<HTMLInputElement>('Address')
    const paste = async (text: string): Promise<void> => {
      await user.clear(field())
      await user.paste(text)
    }
    await paste(`curl --nonsense ${url}`)
    page.getByText(/^--nonsense is not supported/)
    await paste(`curl '${url}' \\\n  -X PUT -H 'x-team: shop' \\\n  -d a=1`)
    page.getByText('From curl: PUT with one header and a body')
    expect(field().value).toBe(url)
    await user.keyboard('{Enter}')
    page.getByText(/^API check: fails on status 400/)
    await user.click(page.getByLabelText('None'))
    await user.click(page.getByRole('button', { name: 'Start monitoring' }))
    const request = { method: 'PUT', url, body: 'a=1', headers: [{ key: 'x-team', value: 'shop' }] }
    expect(api.sentOf('createCheckGeneric')).toMatchObject([{ body: { checkType: 'API', request } }])
    page.getByText('none yet')
  })

  it('that does not pass says why, and can be watched nevertheless', async () => {
    const reasons = [{ kind: 'STATUS', outcome: 'failed' as const, message: 'The status is 503' }]
    api.answer('startDryRun', aDryRun({ reasons }, 'FAILED'))
    const { page, user, fill } = await renderScreen('/welcome', { api })
    await fill(page.getByLabelText('Address'), 'shop.example')
    await user.keyboard('{Enter}')
    page.getByText('Failing')
    page.getByText('The status is 503')
    expect(page.getByLabelText<HTMLInputElement>('Address').value).toBe('https://shop.example')
    await user.click(page.getByRole('button', { name: 'Start monitoring' }))
    expect(api.sentOf('createUrlCheck')).toHaveLength(1)
  })

  it('is tried without TLS on request where https does not answer', async () => {
    api.answer('startDryRun', anUnansweredDryRun())
    const { page, user, fill } = await renderScreen('/welcome', { api })
    await fill(page.getByLabelText('Address'), 'shop.example:443/a')
    await user.keyboard('{Enter}')
    api.answer('startDryRun', aDryRun())
    await user.click(page.getByRole('button', { name: 'Try http://shop.example/a' }))
    page.getByText(/^Responded with 200 OK/)
    expect(page.queryByRole('button', { name: /^Try http/ })).toBe(null)
    expect(api.sentOf('startDryRun').at(-1)).toMatchObject({
      body: { check: { request: { url: 'http://shop.example/a' } } },
    })
  })

  it('is saved although its channel is refused, which is said', async () => {
    api.fail('createAlertChannel', 'BODY_INVALID', { values: { problems: 'config.address must be an email address' } })
    const { page, user, fill } = await renderScreen('/welcome', { api })
    await fill(page.getByLabelText('Address'), url)
    await user.keyboard('{Enter}')
    await user.click(page.getByRole('button', { name: 'Start monitoring' }))
    page.getByText(/^The check was saved, but the alert channel was not: /)
    page.getByText('Belfry monitors shop.example')
  })

  it.each([
    ['no mail server is set up', 'robin@mail.example'],
    ['the owner has no address', 'owner@localhost'],
  ])('offers no mail where %s, and says what is needed', async (_why, email) => {
    api.answer('getEmailAddress', { email, receivesMail: false, pendingAddress: null })
    const { page, user, fill, violations } = await renderScreen('/welcome', { api })
    await fill(page.getByLabelText('Address'), url)
    await user.keyboard('{Enter}')
    expect(page.queryByLabelText(/^Email to/)).toBe(null)
    page.getByText(/^Email needs a mail server/)
    expect(page.getByLabelText<HTMLInputElement>('Webhook').checked).toBe(true)
    expect(await violations()).toEqual([])
  })

  it('is not for whoever may only read', async () => {
    const { page } = await renderScreen('/welcome', { role: 'READ_ONLY' })
    page.getByText(/^Your role cannot create checks/)
    expect(page.queryByLabelText('Address')).toBe(null)
  })
})
