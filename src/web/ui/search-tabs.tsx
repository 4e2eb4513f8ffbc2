import { Link } from '@tanstack/react-router'
import { TabLinks } from './tabs.tsx'

interface SearchTabsProps<T extends string> {
  readonly label: string
  /** The screen that has the tabs. */
  readonly to: '/alerts' | '/reports'
  /** The first is shown when the address names none. */
  readonly labels: Readonly<Record<T, string>>
  readonly tabs: readonly T[]
  readonly current: T
}

/** The parts of a screen, by `tab` in its address. */
export const SearchTabs = <T extends string>({ label, to, labels, tabs, current }: SearchTabsProps<T>) => (
  <TabLinks aria-label={label}>
    {tabs.map((tab) => (
      <Link
        key={tab}
        to={to}
        search={tab === tabs[0] ? {} : { tab }}
        aria-current={tab === current ? 'page' : undefined}
        activeProps={{}}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {labels[tab]}
      </Link>
    ))}
  </TabLinks>
)
