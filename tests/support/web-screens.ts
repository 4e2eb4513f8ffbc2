import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ids of what screens about one thing show. */
export interface Things {
  readonly check: string
  /** A check that compares with golden files, where files are stored. */
  readonly golden: string
  readonly channel: string
  readonly group: string
  readonly location: string
  readonly notification: string
  readonly receivedAlert: string
  readonly error: string
  readonly account: string
  readonly incident: string
  readonly dashboard: string
  readonly maintenance: string
  /** Of a page with components, of one with cards, and of the last one with cards, which may be private. */
  readonly statusPages: { readonly components: string; readonly cards: string; readonly readers: string }
  readonly testSession: { readonly id: string; readonly result: string }
  /** The last result of one check of each type, the first of which is that of `check`. */
  readonly results: readonly { readonly name: string; readonly check: string; readonly result: string }[]
}

type Addresses = (things: Things) => Readonly<Record<string, string>>

const tabs = ['results', 'alerts', 'errors', 'settings', 'code'] as const

/** Every route of the interface: the addresses to look at, by the names of their pictures. */
export const screens: Readonly<Record<string, Addresses>> = {
  '/': () => ({ home: '/', 'home-by-tag': '/?by=tag' }),
  '/checks': () => ({ checks: '/checks', 'checks-none': '/checks?q=nothing+has+this+name' }),
  '/checks/new': () => ({ 'check-new': '/checks/new' }),
  '/checks/$id': ({ check, results }) => ({
    check: `/checks/${check}`,
    ...Object.fromEntries(tabs.map((tab) => [`check-${tab}`, `/checks/${check}?tab=${tab}`])),
    ...Object.fromEntries(results.slice(1).map((one) => [`check-of-${one.name}`, `/checks/${one.check}`])),
  }),
  '/checks/$id/edit': ({ results }) => ({
    ...Object.fromEntries(results.map(({ name, check }) => [`edit-${name}`, `/checks/${check}/edit`])),
    'edit-as-code': `/checks/${results[0]?.check}/edit?as=code`,
  }),
  '/checks/$id/results/$resultId': ({ results }) =>
    Object.fromEntries(
      results.map(({ name, check, result }) => [`result-${name}`, `/checks/${check}/results/${result}`]),
    ),
  '/channels': () => ({ channels: '/channels' }),
  '/channels/new': () => ({ 'channel-new': '/channels/new' }),
  '/channels/$id': ({ channel }) => ({ channel: `/channels/${channel}` }),
  '/groups': () => ({ groups: '/groups' }),
  '/groups/new': () => ({ 'group-new': '/groups/new' }),
  '/groups/$id': ({ group }) => ({ group: `/groups/${group}`, 'group-order': `/groups/${group}?order=run` }),
  '/boards': () => ({ boards: '/boards' }),
  '/boards/new': () => ({ 'board-new': '/boards/new' }),
  '/boards/$id': ({ dashboard }) => ({ board: `/boards/${dashboard}` }),
  '/locations': () => ({
    locations: '/locations',
    'locations-public': '/locations?tab=public',
    'locations-addresses': '/locations?tab=addresses',
  }),
  '/locations/$id': ({ location }) => ({ location: `/locations/${location}` }),
  '/settings': () => ({ settings: '/settings' }),
  '/settings/members': () => ({ 'settings-members': '/settings/members' }),
  '/settings/keys': () => ({ 'settings-keys': '/settings/keys' }),
  '/settings/agents': () => ({ 'settings-agents': '/settings/agents' }),
  '/settings/agents/connect': () => ({
    'settings-agents-connect': `/settings/agents/connect?client_id=x&redirect_uri=${encodeURIComponent('http://127.0.0.1/')}`,
    'settings-agents-none': '/settings/agents/connect',
  }),
  '/settings/audit': () => ({ 'settings-audit': '/settings/audit' }),
  '/settings/alerts': () => ({ 'settings-alerts': '/settings/alerts' }),
  '/settings/defaults': () => ({ 'settings-defaults': '/settings/defaults' }),
  '/settings/variables': () => ({ 'settings-variables': '/settings/variables' }),
  '/settings/snippets': () => ({ 'settings-snippets': '/settings/snippets' }),
  '/settings/certificates': () => ({ 'settings-certificates': '/settings/certificates' }),
  '/settings/secrets': () => ({ 'settings-secrets': '/settings/secrets' }),
  '/settings/runtimes': () => ({ 'settings-runtimes': '/settings/runtimes' }),
  '/settings/import': () => ({ 'settings-import': '/settings/import' }),
  '/settings/account': () => ({ 'settings-account': '/settings/account' }),
  '/settings/health': () => ({ 'settings-health': '/settings/health' }),
  '/alerts': ({ notification }) => ({
    alerts: '/alerts',
    alert: `/alerts?notification=${notification}`,
    'alerts-received': '/alerts?tab=received',
    'alerts-sources': '/alerts?tab=sources',
    'alerts-escalation': '/alerts?tab=escalation',
  }),
  '/alerts/received/$id': ({ receivedAlert }) => ({ 'alert-received': `/alerts/received/${receivedAlert}` }),
  '/incidents': () => ({ incidents: '/incidents' }),
  '/incidents/new': () => ({ 'incident-new': '/incidents/new' }),
  '/incidents/$id': ({ incident }) => ({ incident: `/incidents/${incident}` }),
  '/maintenance': () => ({ maintenance: '/maintenance', 'maintenance-month': '/maintenance?view=month' }),
  '/maintenance/new': () => ({ 'maintenance-new': '/maintenance/new' }),
  '/maintenance/$id': ({ maintenance }) => ({ 'maintenance-window': `/maintenance/${maintenance}` }),
  '/status-pages': () => ({ 'status-pages': '/status-pages' }),
  '/status-pages/new': () => ({ 'status-page-new': '/status-pages/new' }),
  '/status-pages/$id': ({ statusPages: { components, cards, readers } }) => ({
    'status-page': `/status-pages/${components}`,
    'status-page-look': `/status-pages/${components}?tab=look`,
    'status-page-rules': `/status-pages/${components}?tab=rules&rule=new`,
    'status-page-domain': `/status-pages/${components}?tab=domain`,
    'status-page-subscribers': `/status-pages/${components}?tab=subscribers&import=yes`,
    'status-page-cards': `/status-pages/${cards}`,
    'status-page-access': `/status-pages/${readers}?tab=access`,
  }),
  '/errors': () => ({ errors: '/errors', 'errors-of-sessions': '/errors?of=TEST_SESSION' }),
  '/errors/$id': ({ error }) => ({ error: `/errors/${error}` }),
  '/reports': () => ({
    reports: '/reports',
    'reports-by-tag': '/reports?by=tag',
    'reports-objectives': '/reports?tab=objectives',
    'reports-noise': '/reports?tab=noise',
    'reports-scheduled': '/reports?tab=scheduled',
  }),
  '/golden-files': () => ({ 'golden-files': '/golden-files' }),
  '/golden-files/$id': ({ golden }) => ({ 'golden-files-of-check': `/golden-files/${golden}` }),
  '/test-sessions': () => ({ sessions: '/test-sessions' }),
  '/test-sessions/$id': ({ testSession }) => ({ session: `/test-sessions/${testSession.id}` }),
  '/test-sessions/$id/results/$resultId': ({ testSession }) => ({
    'session-result': `/test-sessions/${testSession.id}/results/${testSession.result}`,
  }),
  '/accounts/$accountId/$': ({ account, testSession }) => ({
    'session-of-account': `/accounts/${account}/test-sessions/${testSession.id}`,
  }),
  '/$': () => ({ 'not-found': '/no-such-page' }),
  '/welcome': () => ({ welcome: '/welcome' }),
}

/** The routes of people who are signed out. */
export const signedOutScreens: Readonly<Record<string, Addresses>> = {
  '/sign-in': () => ({ 'sign-in': '/sign-in' }),
  '/sign-in/oidc': () => ({ 'sign-in-oidc': '/sign-in/oidc' }),
  '/invites': () => ({ invite: '/invites' }),
  '/email-address': () => ({ 'email-address': '/email-address#token=unknown' }),
}

const routerSource = readFileSync(join(import.meta.dirname, '../../src/web/router.tsx'), 'utf8')

/** The routes that the router knows. */
export const routes: readonly string[] = [...routerSource.matchAll(/(?:\bscreen\(\s*|\bpath: )'([^']+)'/g)].map(
  ([, path = '']) => path,
)

/** The addresses of screens behind the sign-in, by the names of their pictures. */
export const addressesOf = (things: Things): readonly (readonly [name: string, address: string])[] =>
  Object.values(screens).flatMap((addresses) => Object.entries(addresses(things)))

/** Whether a screen is one of those that each type of check has, by the name of its picture. */
export const isOfOneType = (name: string): boolean => /^(check-of|edit|result)-/.test(name)

type Call = (method: string, path: string) => Promise<{ readonly status: number; readonly body: unknown }>

/** Finds one resource of each kind in an account; the check is the first failing one. */
export async function findThings(call: Call): Promise<Things> {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await call('GET', path)
    if (status !== 200) throw new Error(`${path} is answered with ${status}: ${JSON.stringify(body)}`)
    return body as T
  }
  const firstId = async (path: string): Promise<string> => {
    const [first] = await read<readonly { readonly id: string | number }[]>(path)
    if (first === undefined) throw new Error(`${path} has nothing to look at.`)
    return String(first.id)
  }
  const { entries } = await read<{ readonly entries: readonly Row[] }>('/v1/check-rows?limit=500')
  const lists = [
    '/v1/alert-channels',
    '/v1/check-groups',
    '/v1/private-locations',
    '/v1/alert-notifications',
    '/v1/maintenance-windows',
  ]
  const [channel = '', group = '', location = '', notification = '', maintenance = ''] = await Promise.all(
    lists.map(firstId),
  )
  const results = resultsOf(entries)
  const [first] = results
  if (first === undefined) throw new Error('No check has a result.')
  const account = await firstId('/v1/accounts')
  const testSession = await findTestSession(read)
  const statusPages = await findStatusPages(read)
  const error = await firstId('/v1/error-groups')
  const incident = await firstEntry(read, '/v1/status-page-incidents')
  const receivedAlert = await firstEntry(read, '/v1/received-alerts')
  const [{ dashboardId: dashboard } = { dashboardId: '' }] =
    await read<readonly { readonly dashboardId: string }[]>('/v1/dashboards')
  const [golden] = await read<readonly { readonly checkId: string }[]>('/v1/golden-files')
  return {
    check: first.check,
    golden: golden?.checkId ?? first.check,
    channel,
    group,
    location,
    notification,
    receivedAlert,
    account,
    incident,
    maintenance,
    dashboard,
    testSession,
    statusPages,
    error,
    results,
  }
}

type Read = <T>(path: string) => Promise<T>

async function firstEntry(read: Read, path: string): Promise<string> {
  const { entries } = await read<{ readonly entries: readonly { readonly id: string }[] }>(path)
  return entries[0]?.id ?? ''
}

async function findTestSession(read: Read): Promise<Things['testSession']> {
  const { entries } = await read<{ readonly entries: readonly { readonly id: string }[] }>('/v1/test-sessions')
  const id = entries[0]?.id ?? ''
  const { results } = await read<{ readonly results: readonly { readonly testSessionResultId: string }[] }>(
    `/v1/test-sessions/${id}`,
  )
  return { id, result: results[0]?.testSessionResultId ?? '' }
}

async function findStatusPages(read: Read): Promise<Things['statusPages']> {
  const { entries } = await read<{ readonly entries: readonly { readonly id: string; readonly version: number }[] }>(
    '/v1/status-page-summaries',
  )
  const idOf = (version: number): string => entries.find((page) => page.version === version)?.id ?? ''
  const readers = entries.findLast(({ version }) => version === 2)?.id ?? ''
  return { components: idOf(3), cards: idOf(2), readers }
}

/** The entry of a check in the list of checks. */
interface Row {
  readonly id: string
  readonly checkType: string
  readonly lastResultId: string | null
}

function resultsOf(rows: readonly Row[]): Things['results'] {
  const byType = new Map<string, Things['results'][number]>()
  for (const { id, checkType, lastResultId } of rows)
    if (lastResultId !== null && !byType.has(checkType))
      byType.set(checkType, {
        name: checkType.toLowerCase().replaceAll('_', '-'),
        check: id,
        result: lastResultId,
      })
  return [...byType.values()]
}
