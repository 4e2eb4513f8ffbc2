import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.tsx'
import { isOpenTo, settingsPages } from '../../shell/settings-pages.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Page } from '../../ui/page.tsx'
import { bringIntoView, TabLinks } from '../../ui/tabs.tsx'
import { Empty } from '../../ui/states.tsx'

const words = lateTexts.setup.settings

interface SettingsFrameProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The tabs of the settings that the person may open, around one of them. */
export function SettingsFrame({ title, actions, children }: SettingsFrameProps) {
  const { pathname } = useLocation()
  const { may } = useSession()
  const isOpen = isOpenTo(may)
  const isForbidden = settingsPages.some((page) => page.to === pathname && !isOpen(page))
  return (
    <Page title={title} actions={!isForbidden && actions}>
      <TabLinks aria-label={words.title}>
        {settingsPages.filter(isOpen).map(({ to, label }) => (
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
