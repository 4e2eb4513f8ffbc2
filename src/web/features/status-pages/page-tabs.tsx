import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { TabCount, TabLinks } from '../../ui/tabs.tsx'
import type { PageSummary } from './api.ts'
import type { Version } from './page-draft.ts'

const words = lateTexts.statusPages

export type PageTab = 'content' | 'look' | 'rules' | 'domain' | 'subscribers' | 'access'

/** The tabs of a page: only those with components have rules. */
export const tabsOf = (version: Version): readonly PageTab[] =>
  version === 3
    ? ['content', 'look', 'rules', 'domain', 'subscribers', 'access']
    : ['content', 'look', 'domain', 'subscribers', 'access']

export const PageTabs = ({ summary, tab }: { readonly summary: PageSummary; readonly tab: PageTab }) => (
  <TabLinks aria-label={words.tabsLabel}>
    {tabsOf(summary.version).map((name) => (
      <Link
        key={name}
        to="/status-pages/$id"
        params={{ id: summary.id }}
        search={name === 'content' ? {} : { tab: name }}
        replace
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={name === tab ? 'page' : undefined}
      >
        {words.tabs[name]}
        {name === 'subscribers' && summary.verifiedSubscribers + summary.pendingSubscribers > 0 && (
          <TabCount>{formatNumber(summary.verifiedSubscribers + summary.pendingSubscribers)}</TabCount>
        )}
      </Link>
    ))}
  </TabLinks>
)
