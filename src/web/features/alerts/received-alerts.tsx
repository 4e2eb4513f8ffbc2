import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { AlertTabs } from './alert-tabs.tsx'
import { useReceivedAlerts } from './api.ts'
import { ReceivedAlertTable } from './received-alert-table.tsx'
import { Silences } from './silences.tsx'

const words = lateTexts.receivedAlerts
const states = ['FIRING', 'RESOLVED', 'all'] as const
const options = states.map((value) => ({ value, label: words.states[value] }))

/** The alerts that other tools sent. */
export function ReceivedAlerts() {
  const [search, change] = useSearchState()
  const state = states.find((one) => one === search['state']) ?? 'FIRING'
  const text = search['search'] ?? ''
  const list = useReceivedAlerts({ ...(state !== 'all' && { state }), ...(text !== '' && { search: text }) })
  return (
    <Page title={texts.alerts.title}>
      <AlertTabs current="received" />
      <FilterBar>
        <SearchField
          label={words.find}
          placeholder={words.find}
          value={text}
          onChange={(found) => change({ search: found })}
        />
        <Segmented
          label={words.state}
          value={state}
          options={options}
          onChange={(chosen) => change({ state: chosen === 'FIRING' ? '' : chosen })}
        />
      </FilterBar>
      <Loaded query={list}>
        {({ pages }) => {
          const alerts = pages.flatMap(({ entries }) => entries)
          return alerts.length === 0 ? <None isNarrowed={text !== ''} /> : <ReceivedAlertTable alerts={alerts} />
        }}
      </Loaded>
      <LoadMore list={list} />
      <Silences />
    </Page>
  )
}

function None({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const [, change] = useSearchState()
  if (!isNarrowed) return <Empty title={words.none}>{words.noneText}</Empty>
  const clear = <Button onClick={() => change({ search: '', state: '' })}>{words.clear}</Button>
  return (
    <Empty title={words.none} action={clear}>
      {words.noneMatches}
    </Empty>
  )
}
