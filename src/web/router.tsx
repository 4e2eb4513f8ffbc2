import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { RouteComponent } from '@tanstack/react-router'
import { ApiError } from './api/api-error.ts'
import { texts } from './strings/index.ts'
import { accountOfLinks } from './session/session.tsx'
import { Shell } from './shell/shell.tsx'
import { Button } from './ui/button.tsx'
import { Empty, ErrorState } from './ui/states.tsx'
import type { Search } from './ui/search-state.ts'

const NotFound = () => <Empty title={texts.common.notFoundTitle}>{texts.common.notFoundText}</Empty>

function Crashed({ error }: { readonly error: unknown }) {
  if (error instanceof ApiError) return <ErrorState error={error} />
  return (
    <Empty
      title={texts.common.crashedTitle}
      action={<Button onClick={() => location.reload()}>{texts.common.reload}</Button>}
    >
      {texts.common.crashedText}
      <p className="mt8">
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
    </Empty>
  )
}

/** Only the service's own page writes them, as plain texts. */
const validateSearch = (search: Record<string, unknown>): Search => search as Search

const root = createRootRoute({ validateSearch, notFoundComponent: NotFound, errorComponent: Crashed })
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: Crashed,
  search: { middlewares: [({ search, next }) => ({ ...next(search), ...accountOfLinks() })] },
})

/** A screen behind the sign-in, loaded when it is first opened. */
const screen = <P extends string, K extends string>(
  path: P,
  load: () => Promise<Readonly<Record<K, RouteComponent>>>,
  name: K,
) => createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load, name) })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./features/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invites',
  component: lazyRouteComponent(() => import('./features/invite/invite-screen.tsx'), 'InviteScreen'),
})

const emailAddress = createRoute({
  getParentRoute: () => root,
  path: '/email-address',
  component: lazyRouteComponent(() => import('./features/address/address-screen.tsx'), 'AddressScreen'),
})

const providerReturn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/oidc',
  component: lazyRouteComponent(() => import('./features/sign-in/provider-return-screen.tsx'), 'ProviderReturnScreen'),
})

const screens = [
  screen('/', () => import('./features/home/home-screen.tsx'), 'HomeScreen'),
  screen('/checks', () => import('./features/checks/checks-screen.tsx'), 'ChecksScreen'),
  screen('/checks/new', () => import('./features/editor/new-check-screen.tsx'), 'NewCheckScreen'),
  screen('/checks/$id/edit', () => import('./features/editor/edit-check-screen.tsx'), 'EditCheckScreen'),
  screen('/checks/$id', () => import('./features/check/check-screen.tsx'), 'CheckScreen'),
  screen('/checks/$id/results/$resultId', () => import('./features/result/result-screen.tsx'), 'ResultScreen'),
  screen('/channels', () => import('./features/channels/channel-screen.tsx'), 'ChannelScreen'),
  screen('/channels/new', () => import('./features/channels/new-channel-screen.tsx'), 'NewChannelScreen'),
  screen('/channels/$id', () => import('./features/channels/channel-screen.tsx'), 'ChannelScreen'),
  screen('/groups', () => import('./features/groups/groups-screen.tsx'), 'GroupsScreen'),
  screen('/groups/new', () => import('./features/groups/group-screen.tsx'), 'NewGroupScreen'),
  screen('/groups/$id', () => import('./features/groups/group-screen.tsx'), 'GroupScreen'),
  screen('/boards', () => import('./features/dashboards/dashboards-screen.tsx'), 'DashboardsScreen'),
  screen('/boards/new', () => import('./features/dashboards/dashboard-screen.tsx'), 'NewDashboardScreen'),
  screen('/boards/$id', () => import('./features/dashboards/dashboard-screen.tsx'), 'DashboardScreen'),
  screen('/locations', () => import('./features/locations/location-screen.tsx'), 'LocationScreen'),
  screen('/locations/$id', () => import('./features/locations/location-screen.tsx'), 'LocationScreen'),
  screen('/settings', () => import('./features/settings/profile-screen.tsx'), 'ProfileScreen'),
  screen('/settings/members', () => import('./features/settings/members-screen.tsx'), 'MembersScreen'),
  screen('/settings/keys', () => import('./features/settings/keys-screen.tsx'), 'KeysScreen'),
  screen('/settings/agents', () => import('./features/settings/agents/agents-screen.tsx'), 'AgentsScreen'),
  screen(
    '/settings/agents/connect',
    () => import('./features/settings/agents/connect-agent-screen.tsx'),
    'ConnectAgentScreen',
  ),
  screen('/settings/audit', () => import('./features/settings/audit/audit-screen.tsx'), 'AuditScreen'),
  screen('/settings/alerts', () => import('./features/settings/alert-settings-screen.tsx'), 'AlertSettingsScreen'),
  screen('/settings/defaults', () => import('./features/settings/defaults-screen.tsx'), 'DefaultsScreen'),
  screen('/settings/variables', () => import('./features/settings/variables-screen.tsx'), 'VariablesScreen'),
  screen('/settings/snippets', () => import('./features/settings/snippets-screen.tsx'), 'SnippetsScreen'),
  screen('/settings/certificates', () => import('./features/settings/certificates-screen.tsx'), 'CertificatesScreen'),
  screen('/settings/secrets', () => import('./features/settings/secrets-screen.tsx'), 'SecretsScreen'),
  screen('/settings/runtimes', () => import('./features/settings/runtimes-screen.tsx'), 'RuntimesScreen'),
  screen('/settings/import', () => import('./features/settings/import/import-screen.tsx'), 'ImportScreen'),
  screen('/settings/account', () => import('./features/settings/account-screen.tsx'), 'AccountScreen'),
  screen('/settings/health', () => import('./features/settings/health-screen.tsx'), 'HealthScreen'),
  screen('/status-pages', () => import('./features/status-pages/status-pages-screen.tsx'), 'StatusPagesScreen'),
  screen('/status-pages/new', () => import('./features/status-pages/new-page-screen.tsx'), 'NewPageScreen'),
  screen('/status-pages/$id', () => import('./features/status-pages/page-screen.tsx'), 'PageScreen'),
  screen('/alerts/received/$id', () => import('./features/alerts/received-alert-screen.tsx'), 'ReceivedAlertScreen'),
  screen('/alerts', () => import('./features/alerts/alerts-screen.tsx'), 'AlertsScreen'),
  screen('/incidents', () => import('./features/incidents/incidents-screen.tsx'), 'IncidentsScreen'),
  screen('/incidents/new', () => import('./features/incidents/new-incident-screen.tsx'), 'NewIncidentScreen'),
  screen('/incidents/$id', () => import('./features/incidents/incident-screen.tsx'), 'IncidentScreen'),
  screen('/maintenance', () => import('./features/maintenance/maintenance-screen.tsx'), 'MaintenanceScreen'),
  screen('/maintenance/new', () => import('./features/maintenance/window-screen.tsx'), 'NewWindowScreen'),
  screen('/maintenance/$id', () => import('./features/maintenance/window-screen.tsx'), 'WindowScreen'),
  screen('/errors', () => import('./features/errors/errors-screen.tsx'), 'ErrorsScreen'),
  screen('/errors/$id', () => import('./features/errors/error-screen.tsx'), 'ErrorScreen'),
  screen('/reports', () => import('./features/reports/reports-screen.tsx'), 'ReportsScreen'),
  screen('/golden-files', () => import('./features/golden-files/golden-files-screen.tsx'), 'GoldenFilesScreen'),
  screen(
    '/golden-files/$id',
    () => import('./features/golden-files/golden-files-of-check-screen.tsx'),
    'GoldenFilesOfCheckScreen',
  ),
  screen('/test-sessions', () => import('./features/test-sessions/test-sessions-screen.tsx'), 'TestSessionsScreen'),
  screen('/test-sessions/$id', () => import('./features/test-sessions/test-session-screen.tsx'), 'TestSessionScreen'),
  screen(
    '/test-sessions/$id/results/$resultId',
    () => import('./features/test-sessions/test-result-screen.tsx'),
    'TestResultScreen',
  ),
  screen(
    '/accounts/$accountId/$',
    () => import('./features/account-link/account-link-screen.tsx'),
    'AccountLinkScreen',
  ),
  screen('/$', () => import('./features/not-found/not-found-screen.tsx'), 'NotFoundScreen'),
  screen('/welcome', () => import('./features/welcome/welcome-screen.tsx'), 'WelcomeScreen'),
]

const routeTree = root.addChildren([shell.addChildren(screens), signIn, providerReturn, invite, emailAddress])

/** The routes of a page at the address of its window. */
export const createPageRouter = () =>
  createRouter({
    routeTree,
    basepath: new URL(document.baseURI).pathname,
    parseSearch: (text): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString()
      return text === '' ? '' : `?${text}`
    },
    scrollRestoration: true,
    defaultPreload: 'intent',
  })
