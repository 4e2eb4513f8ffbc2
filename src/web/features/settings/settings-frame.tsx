import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UsedOperation } from '../../api/operations.ts'
import { useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Page } from '../../ui/page.tsx'
import { bringIntoView, TabLinks } from '../../ui/tabs.tsx'
import { Empty } from '../../ui/states.tsx'

const words = lateTexts.setup.settings
const { installation } = lateTexts

interface Tab {
  readonly to: string
  readonly label: string
  /** Roles that may not call it do not see the tab. */
  readonly needs?: UsedOperation
}

const tabs: readonly Tab[] = [
  { to: '/settings', label: words.profile },
  { to: '/settings/members', label: words.members },
  { to: '/settings/keys', label: lateTexts.setup.keys.title, needs: 'listApiKeys' },
  { to: '/settings/agents', label: lateTexts.agents.title },
  { to: '/settings/audit', label: lateTexts.audit.title, needs: 'listAuditLog' },
  { to: '/settings/alerts', label: words.alerts },
  { to: '/settings/defaults', label: lateTexts.setup.defaults.title },
  { to: '/settings/variables', label: words.variables },
  { to: '/settings/snippets', label: words.snippets },
  { to: '/settings/certificates', label: installation.certificates.title },
  { to: '/settings/secrets', label: installation.secrets.title },
  { to: '/golden-files', label: lateTexts.goldenFiles.title },
  { to: '/settings/import', label: lateTexts.imports.title, needs: 'startImport' },
  { to: '/settings/runtimes', label: installation.runtimes.title },
  { to: '/settings/account', label: installation.account.title },
  { to: '/settings/health', label: words.health, needs: 'getServiceHealth' },
]

interface SettingsFrameProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The tabs of the settings that the person may open, around one of them. */
export function SettingsFrame({ title, actions, children }: SettingsFrameProps) {
  const { pathname } = useLocation()
  const { may } = useSession()
  const isOpen = ({ needs }: Tab): boolean => needs === undefined || may(needs)
  const isForbidden = tabs.some((tab) => tab.to === pathname && !isOpen(tab))
  return (
    <Page title={title} actions={!isForbidden && actions}>
      <TabLinks aria-label={words.title}>
        {tabs.filter(isOpen).map(({ to, label }) => (
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
      </TabLinks>
      {isForbidden ? <Empty title={texts.common.forbiddenTitle}>{texts.common.forbidden}</Empty> : children}
    </Page>
  )
}
