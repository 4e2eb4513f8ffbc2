import { expect, it, vi } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../../testing/index.ts'

const address =
  '/settings/agents/connect?client_id=c&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcb&response_type=code' +
  '&code_challenge=x&code_challenge_method=S256&state=123&resource=r&prompt=consent'
const request = {
  clientId: 'c',
  redirectUri: 'http://127.0.0.1/cb',
  responseType: 'code',
  codeChallenge: 'x',
  codeChallengeMethod: 'S256',
  state: '123',
  resource: 'r',
}
const view = {
  clientName: 'Coder',
  clientHost: null,
  returnsTo: '127.0.0.1:4711',
  isLocal: true,
  modes: ['READ', 'PROPOSE', 'ACT'] as ('READ' | 'PROPOSE' | 'ACT')[],
  refusal: 'http://127.0.0.1/cb?error=access_denied',
}
const anApi = (changes: Partial<typeof view> = {}) =>
  new FakeApi()
    .answer('getAgentRequest', sample('getAgentRequest', { ...view, ...changes }))
    .answer('acceptAgentRequest', { redirect: 'http://127.0.0.1/cb?code=1' })

/** Where the browser is sent, once the screen is shown. */
const watchAddress = () => vi.spyOn(location, 'assign').mockReturnValue(undefined)

it('a program that asks is let in as the person chose, and gets its code', async () => {
  const api = anApi()
  const scene = await renderScreen(address, { api })
  const { page, user } = scene
  const assign = watchAddress()
  page.getByRole('heading', { name: 'Coder wants to work with your checks' })
  page.getByText(/chose this name itself/)
  page.getByText(/a program on this machine \(127\.0\.0\.1:4711\)/)
  expect(page.getByRole('radio', { name: /^Read and propose/ })).toHaveProperty('checked', true)
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('radio', { name: /^Read Checks/ }))
  await user.click(page.getByRole('button', { name: 'Connect' }))
  expect(api.sentOf('getAgentRequest')[0]).toMatchObject({ query: request })
  expect(api.sentOf('acceptAgentRequest')).toMatchObject([{ body: { ...request, mode: 'READ' } }])
  expect(assign).toHaveBeenCalledWith('http://127.0.0.1/cb?code=1')
  page.getByText('Go back to Coder')
})

it('a program is refused without a code, and told so', async () => {
  const api = anApi({ modes: ['READ'] })
  const { page, user } = await renderScreen(address, { api })
  const assign = watchAddress()
  expect(page.getAllByRole('radio').length).toBe(1)
  await user.click(page.getByRole('button', { name: 'Refuse' }))
  expect(assign).toHaveBeenCalledWith(view.refusal)
  expect(api.sentOf('acceptAgentRequest')).toEqual([])
})

it('a request that cannot be accepted says why and leads nowhere', async () => {
  const problem = 'response_type must be code.'
  const api = new FakeApi().fail('getAgentRequest', 'AGENT_REQUEST_INVALID', { values: { problem } })
  const { page } = await renderScreen(address, { api })
  page.getByText(`The request of the program cannot be accepted: ${problem}`)
  expect(page.queryByRole('button', { name: 'Connect' })).toBe(null)
})

it('the page alone says what it is for, in German for those who read German', async () => {
  const { page } = await renderScreen('/settings/agents/connect', { api: new FakeApi(), language: 'de' })
  page.getByText('Kein Programm fragt an')
})
