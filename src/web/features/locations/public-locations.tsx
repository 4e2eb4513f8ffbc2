import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { usePlaces } from '../../places/use-places.ts'
import { useCheckCounts, usePublicLocations, useStaticIps, useStaticIpv6s } from './api.ts'
import { NewLocation } from './location-form.tsx'
import { LocationTabs } from './location-tabs.tsx'
import type { LocationTab } from './location-tabs.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './public-locations.module.css'

const words = lateTexts.setup.locations

/** The locations of the service, with the checks that name each; or the addresses that they come from. */
export const PublicLocations = ({ tab }: { readonly tab: Exclude<LocationTab, 'private'> }) => (
  <Page title={words.title} actions={<NewLocation />}>
    <LocationTabs current={tab} />
    {tab === 'public' ? <Regions /> : <Addresses />}
  </Page>
)

function Regions() {
  const listed = usePublicLocations()
  const { all } = usePlaces()
  const checks = useCheckCounts()
  return (
    <Loaded query={listed}>
      {() => (
        <Table isStacked>
          <TableHead columns={[words.location, words.code, words.checkCount]} />
          <tbody>
            {all.map(({ id, name, codes }) => (
              <tr key={id}>
                <td>{name}</td>
                <td className={`mono dim ${styles.codes}`}>{codes.join(', ')}</td>
                <td>
                  {checks?.has(id) && (
                    <Link className="link" to="/checks" search={{ location: id }}>
                      {words.counted(checks.get(id) ?? 0)}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Loaded>
  )
}

function Addresses() {
  const ipv4 = useStaticIps()
  const ipv6 = useStaticIpv6s()
  return (
    <Loaded query={ipv4}>
      {(v4) => (
        <>
          <section className={`pad stack gap12 ${styles.addresses}`}>
            <p className="dim">{words.addressesText}</p>
            <All label={words.ipv4} byRegion={v4} />
            {ipv6.data && <All label={words.ipv6} byRegion={ipv6.data} />}
          </section>
          <ByRegion v4={v4} v6={ipv6.data ?? {}} />
        </>
      )}
    </Loaded>
  )
}

type ByRegion = Readonly<Record<string, readonly string[]>>

/** Every address once, to be copied. */
function All({ label, byRegion }: { readonly label: string; readonly byRegion: ByRegion }) {
  const addresses = [...new Set(Object.values(byRegion).flat())]
  return addresses.length > 0 && <CodeBlock label={label} text={addresses.join('\n')} />
}

/** Only where the addresses of locations differ. */
function ByRegion({ v4, v6 }: { readonly v4: ByRegion; readonly v6: ByRegion }) {
  const { labelsOf } = usePlaces()
  const regions = [...new Set([...Object.keys(v4), ...Object.keys(v6)])]
  const labels = labelsOf(regions)
  const addressesOf = (region: string): string => [...(v4[region] ?? []), ...(v6[region] ?? [])].join(', ')
  if (new Set(regions.map(addressesOf)).size < 2) return null
  return (
    <Table isStacked>
      <TableHead columns={[words.location, words.addresses]} />
      <tbody>
        {regions.map((region) => (
          <tr key={region}>
            <td>{labels.get(region)}</td>
            <td className="mono dim anywhere">{addressesOf(region)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
