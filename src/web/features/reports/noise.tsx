import { useMemo, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { useNoise } from './api.ts'
import type { Noise as NoiseOfAccount } from './api.ts'
import { NoiseProposals } from './noise-proposals.tsx'
import { NoisyChecks } from './noisy-checks.tsx'
import { ReportTabs } from './report-tabs.tsx'
import styles from './reports.module.css'

const { title, subtitle, noise: words } = lateTexts.reports
const ranges = ['7', '30', '90'] as const
const dayMs = 86_400_000

/** The checks and channels that alert most, and settings that would have spared alerts. */
export function Noise() {
  const [search, change] = useSearchState()
  const [openedMs] = useState(now)
  const days = ranges.find((one) => one === search['days']) ?? '30'
  const from = useMemo(() => new Date(openedMs - Number(days) * dayMs).toISOString(), [openedMs, days])
  return (
    <Page title={title} more={subtitle}>
      <ReportTabs />
      <div className={styles.filters}>
        <FilterBar>
          <Segmented
            label={words.range}
            value={days}
            options={ranges.map((value) => ({ value, label: words.days(Number(value)) }))}
            onChange={(value) => change({ days: value === '30' ? '' : value })}
          />
        </FilterBar>
      </div>
      <Loaded query={useNoise(from)}>{(noise) => <Found noise={noise} />}</Loaded>
    </Page>
  )
}

function Found({ noise }: { readonly noise: NoiseOfAccount }) {
  if (noise.checks.length === 0 && noise.channels.length === 0)
    return <Empty title={words.quiet}>{words.quietText}</Empty>
  return (
    <div className="stack gap16">
      <NoiseProposals proposals={noise.proposals} />
      <NoisyChecks noise={noise} />
      {noise.channels.length > 0 && <NoisyChannels noise={noise} />}
    </div>
  )
}

const NoisyChannels = ({ noise: { channels, withinMinutes } }: { readonly noise: NoiseOfAccount }) => (
  <Pane title={words.channels}>
    <Table isStacked>
      <TableHead columns={[words.channel]} figures={[words.messages, words.soon(withinMinutes)]} />
      <tbody>
        {channels.map(({ channelId, name, notifications, recoveredSoon }) => (
          <tr key={channelId}>
            <td className={styles.words}>{name}</td>
            <td className="num" data-label={words.messages}>
              {formatNumber(notifications)}
            </td>
            <td className="num" data-label={words.soon(withinMinutes)}>
              {formatNumber(recoveredSoon)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Pane>
)
