import { Link, useLocation } from '@tanstack/react-router'
import type { UsedOperation } from '../../api/operations.ts'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Page } from '../../ui/page.tsx'

const words = lateTexts.setup.settings
const tabs = [
  { to: '/settings', label: words.profile },
  { to: '/settings/members', label: words.members },
  { to: '/settings/keys', label: lateTexts.setup.keys.title, needs: 'listApiKeys' },
  { to: '/settings/audit', label: lateTexts.audit.title, needs: 'listAuditLog' },
  { to: '/settings/alerts', label: words.alerts },
  { to: '/settings/defaults', label: lateTexts.setup.defaults.title },
  { to: '/settings/variables', label: words.variables },
  { to: '/settings/snippets', label: words.snippets },
  { to: '/settings/health', label: words.health, needs: 'getServiceHealth' },
] as const satisfies readonly { readonly to: string; readonly label: string; readonly needs?: UsedOperation }[]

/** On a phone there are more tabs than fit. */
const bringIntoView = (tab: HTMLAnchorElement | null): void =>
  tab?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** The tabs of the settings that the person may open, around one of them. */
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
  const { may } = useSession()
  return (
    <Page title={title} actions={actions}>
      <nav className="tabs" aria-label={words.title}>
        {tabs
          .filter((tab) => !('needs' in tab) || may(tab.needs))
          .map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              ref={pathname === to ? bringIntoView : undefined}
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
