import { Link, useLocation } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { Page } from '../../ui/page.tsx'

const words = texts.setup.settings
const tabs = [
  { to: '/settings', label: words.profile },
  { to: '/settings/members', label: words.members },
  { to: '/settings/keys', label: texts.setup.keys.title },
  { to: '/settings/alerts', label: words.alerts },
  { to: '/settings/variables', label: words.variables },
  { to: '/settings/snippets', label: words.snippets },
  { to: '/settings/health', label: words.health },
] as const

/** The tabs of the settings around one of them. */
export function SettingsFrame({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: React.ReactNode
  readonly children: React.ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <Page title={title} actions={actions}>
      <nav className="tabs" aria-label={words.title}>
        {tabs.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  )
}
