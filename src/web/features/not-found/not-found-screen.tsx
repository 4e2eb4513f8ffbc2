import { Link } from '@tanstack/react-router'
import { navGroups } from '../../shell/nav.tsx'
import { texts } from '../../strings/index.ts'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

/** An address that no screen has. */
export const NotFoundScreen = () => (
  <Page title={texts.common.notFoundTitle}>
    <Empty
      title={texts.common.noSuchPage}
      action={
        <nav className="row wrap gap16" aria-label={texts.common.notFoundTitle}>
          {navGroups
            .flatMap(({ entries }) => entries)
            .filter(({ isShort }) => isShort)
            .map(({ to, label }) => (
              <Link key={to} className="link" to={to}>
                {label}
              </Link>
            ))}
        </nav>
      }
    >
      {texts.common.noSuchPageText}
    </Empty>
  </Page>
)
