import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { CheckField, Segmented } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { NotificationTable } from './notification-table.tsx'

const words = texts.alerts
const ranges = ['1', '6', '24'] as const

/** Who was notified of what in the last hours, who was not, and why. */
export function AlertsScreen() {
  const [search, change] = useSearchState()
  const range = ranges.find((one) => one === search['hours']) ?? '24'
  const isSilenced = search['silenced'] !== 'false'
  const isFailed = search['failed'] === 'true'
  const list = useOperation(
    'listAlertNotifications',
    {
      query: {
        limit: 100,
        includeSilenced: isSilenced,
        // The range ends now: its beginning moves by the minute, so that the answer can be kept.
        from: String((Math.floor(Date.now() / 60_000) - Number(range) * 60 + 1) * 60),
        ...(isFailed && { hasFailures: true }),
      },
    },
    { everyMs: 20_000, keepsPrevious: true },
  )
  return (
    <Page title={words.title}>
      <div className="row padx wrap filters gap16">
        <Segmented
          label={words.range}
          value={range}
          options={ranges.map((value) => ({ value, label: words.ranges[value] }))}
          onChange={(hours) => change({ hours: hours === '24' ? '' : hours })}
        />
        <CheckField
          label={words.withSilenced}
          isOn={isSilenced}
          onChange={(isOn) => change({ silenced: isOn ? '' : 'false' })}
        />
        <CheckField
          label={words.onlyFailed}
          isOn={isFailed}
          onChange={(isOn) => change({ failed: isOn ? 'true' : '' })}
        />
      </div>
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : <NotificationTable items={items} />
        }
      </Loaded>
    </Page>
  )
}
