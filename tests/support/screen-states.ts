import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Role } from '#contract'
import { randomId } from '#kernel'
import { anAccount } from './api.ts'
import type { BrowserScene, ShownService } from './browser-scene.ts'
import { addMember } from './people.ts'
import { addressesOf } from './web-screens.ts'
import type { Things } from './web-screens.ts'

/** How screens look when something is other than in an account with something of everything. */
export interface ScreenState {
  /** A browser in which screens are in this state. */
  readonly open: (scene: BrowserScene<ShownService>, options: BrowserContextOptions) => Promise<Page>
  /** Whether a screen is in it, by the name of its picture and whether it is about one thing. Default: every screen. */
  readonly has?: (name: string, isOfOneThing: boolean) => boolean
  /** Screens go on loading. */
  readonly isLoading?: true
}

/** What screens read and change; who is signed in, and the files of the interface, come as ever. */
const isOfAccount = ({ pathname }: URL): boolean => /^\/v\d\//.test(pathname) && pathname !== '/v1/session'
/** A connection that is interrupted for so long is said to be lost. */
const noticedMs = 10_000
const isEvents = ({ pathname }: URL): boolean => pathname === '/v1/events'

const routed =
  (chooses: (url: URL) => boolean, answer: (route: Route) => Promise<void> | void): ScreenState['open'] =>
  async (scene, options) => {
    const page = await scene.signedIn('/', options)
    await page.route(chooses, answer)
    // What was loaded before would be shown again.
    await page.reload()
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

/** Somebody with this role, in an account in which nothing was made yet. */
const inNewAccount =
  (role: Role): ScreenState['open'] =>
  async (scene, options) => {
    const { accountId } = await anAccount(scene.server.store, scene.server.clock)
    return scene.openAs(await addMember(scene.server, accountId, role), '/', options)
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

/** Only the first copy of a check keeps failing. */
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
    open: async (scene, options) => {
      const page = await routed(isEvents, (route) => route.abort())(scene, options)
      await scene.advance(noticedMs)
      return page
    },
    has: (name) => ['home', 'checks', 'check', 'alerts'].includes(name),
  },
  empty: { open: inNewAccount('ADMIN'), has: (_name, isOfOneThing) => !isOfOneThing },
  'read-only': { open: (scene, options) => scene.member('READ_ONLY', '/', options) },
  'read-only-empty': { open: inNewAccount('READ_ONLY'), has: (_name, isOfOneThing) => !isOfOneThing },
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
  const testSession = { id: '', result: '' }
  const one = {
    check: '',
    channel: '',
    group: '',
    location: '',
    notification: '',
    receivedAlert: '',
    account: '',
    incident: '',
    maintenance: '',
    dashboard: '',
    golden: '',
    testSession,
    statusPages: { components: '', cards: '', readers: '' },
    error: '',
    results: [],
  }
  const general = new Set(addressesOf(one).map(([, address]) => address))
  return addressesOf(things).filter(([name, address]) => has(name, !general.has(address)))
}
