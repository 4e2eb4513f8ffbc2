import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Role } from '#contract'
import { randomId } from '#kernel'
import type { ProcessBrowserScene as BrowserScene } from './process-browser-scene.ts'
import { addressesOf } from './web-screens.ts'
import type { Things } from './web-screens.ts'

/** How screens look when something is other than in an account with something of everything. */
export interface ScreenState {
  /** A browser in which screens are in this state. */
  readonly open: (scene: BrowserScene, options: BrowserContextOptions) => Promise<Page>
  /** Whether a screen is in it, by the name of its picture and whether it is about one thing. Default: every screen. */
  readonly has?: (name: string, isOfOneThing: boolean) => boolean
  /** Screens go on loading. */
  readonly isLoading?: true
}

/** What screens read and change; who is signed in, and the files of the interface, come as ever. */
const isOfAccount = ({ pathname }: URL): boolean => /^\/v\d\//.test(pathname) && pathname !== '/v1/session'
const isEvents = ({ pathname }: URL): boolean => pathname === '/v1/events'

const routed =
  (chooses: (url: URL) => boolean, answer: (route: Route) => Promise<void> | void): ScreenState['open'] =>
  async (scene, options) => {
    const page = await scene.signedIn('/', options)
    await page.route(chooses, answer)
    return page
  }

const internalFault = {
  status: 500,
  json: {
    statusCode: 500,
    error: 'Internal Server Error',
    message: 'An unexpected error occurred. The operator can find it in the log by the request id 1.',
    attributes: { code: 'INTERNAL', requestId: '1' },
  },
}

/** Somebody with this role, in the account with something of everything or in one in which nothing was made yet. */
const memberOf =
  (role: Role, isNew: boolean): ScreenState['open'] =>
  async (scene, options) => {
    const owner = await scene.signedIn()
    const post = async (page: Page, path: string, data: object, account = ''): Promise<Made> => {
      const headers = { ...(account !== '' && { 'x-service-account': account }) }
      const answer = await page.request.post(`${scene.server.url}${path}`, { data, headers })
      if (!answer.ok()) throw new Error(`${path} is answered with ${answer.status()}: ${await answer.text()}`)
      return answer.json()
    }
    const session = await owner.request.get(`${scene.server.url}/v1/session`)
    const { id } = isNew ? await post(owner, '/v1/accounts', { name: 'New' }) : (await session.json()).accounts[0]
    const invitation = { email: `${randomId()}@mail.example`, role, sendMail: false }
    const { link } = await post(owner, '/v1/accounts/me/invites', invitation, id)
    await owner.context().close()
    const page = await scene.open('/sign-in', options)
    const [, token] = link.split('#token=')
    await post(page, '/v1/invites/accept', { token, name: 'Robin', password: 'correct horse battery' })
    await page.goto(scene.server.url)
    return page
  }

interface Made {
  readonly id: string
  readonly link: string
}

const manyChecks = 10_000
type Multiplied = (body: Answered, times: number) => Answered
type Answered = Readonly<Record<string, readonly object[] | Readonly<Record<string, number>>>>

/** What lists all checks or counts them, as it is of ten thousand. */
const multiplied: Readonly<Record<string, Multiplied>> = {
  '/v1/overview': (body, times) => ({ ...body, counts: countsOf(body, times) }),
  '/v1/check-rows': (body, times) => ({ ...body, counts: countsOf(body, times) }),
  '/v1/check-cells': (body, times) => ({
    ...body,
    cells: Array.from({ length: times }, (_, copy) => copiesOf(body['cells'], copy)).flat(),
  }),
}

const countsOf = ({ counts = {} }: Answered, times: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(counts).map(([state, count]) => [state, Number(count) * times]))

/** Only the first of its copies keeps a check in trouble. */
const copiesOf = (cells: Answered[string] = [], copy: number): readonly object[] =>
  Object.values(cells).map((cell) => ({
    ...cell,
    ...(copy > 0 && { id: randomId(), state: 'PASSING' }),
  }))

async function multiply(route: Route): Promise<void> {
  const response = await route.fetch()
  const body: Answered = await response.json()
  const change = multiplied[new URL(route.request().url()).pathname]
  const seeded = Object.values(body['cells'] ?? body['counts'] ?? {})
  const count = 'cells' in body ? seeded.length : seeded.reduce((sum, one) => sum + Number(one), 0)
  await route.fulfill({ response, json: change?.(body, Math.ceil(manyChecks / Math.max(1, count))) ?? body })
}

/** By the names of their pictures. */
export const screenStates: Readonly<Record<string, ScreenState>> = {
  loading: { open: routed(isOfAccount, () => undefined), isLoading: true },
  failed: { open: routed(isOfAccount, (route) => route.fulfill(internalFault)) },
  unreachable: {
    open: routed(isOfAccount, (route) => route.abort()),
    has: (name) => ['home', 'checks', 'settings-members'].includes(name),
  },
  lost: {
    open: routed(isEvents, (route) => route.abort()),
    has: (name) => ['home', 'checks', 'check', 'alerts'].includes(name),
  },
  empty: { open: memberOf('ADMIN', true), has: (_name, isOfOneThing) => !isOfOneThing },
  'read-only': { open: memberOf('READ_ONLY', false) },
  'read-only-empty': { open: memberOf('READ_ONLY', true), has: (_name, isOfOneThing) => !isOfOneThing },
  many: {
    open: routed(({ pathname }) => pathname in multiplied, multiply),
    has: (name) => ['home', 'checks', 'groups'].includes(name),
  },
}

/** The addresses of screens that can be in a state. */
export function addressesInState(
  { has = () => true }: ScreenState,
  things: Things,
): readonly (readonly [name: string, address: string])[] {
  const one = { check: '', channel: '', group: '', location: '', notification: '', results: [] }
  const general = new Set(addressesOf(one).map(([, address]) => address))
  return addressesOf(things).filter(([name, address]) => has(name, !general.has(address)))
}
