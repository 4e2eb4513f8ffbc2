import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { usePlaces } from '../../places/use-places.ts'
import { TabCount, TabLinks } from '../../ui/tabs.tsx'
import { useLocationCount } from './api.ts'

const words = lateTexts.setup.locations
const tabs = ['private', 'public', 'addresses'] as const
export type LocationTab = (typeof tabs)[number]

export function LocationTabs({ current }: { readonly current: LocationTab }) {
  const own = useLocationCount()
  const all = usePlaces().all.length || undefined
  const counts = { private: own, public: all, addresses: undefined }
  return (
    <TabLinks aria-label={words.title}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/locations"
          search={tab === 'private' ? {} : { tab }}
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {words.tabs[tab]}
          {counts[tab] !== undefined && <TabCount>{counts[tab]}</TabCount>}
        </Link>
      ))}
    </TabLinks>
  )
}
