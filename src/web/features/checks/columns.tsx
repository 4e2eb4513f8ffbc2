import { DropdownMenu } from 'radix-ui'
import { useMemo, useSyncExternalStore } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatAgo, formatAvailability, formatAlignedMs } from '../../ui/format.ts'
import { TickStrip } from '../../ui/tick-strip.tsx'
import type { Tick } from '../../ui/tick-strip.tsx'
import { PlaceName } from '../../places/place-name.tsx'
import type { CheckMetrics, CheckRowData } from './api.ts'
import type { Sort } from './query.ts'
import { now } from '../../time/page-time.ts'
import styles from './columns.module.css'
import menu from '../../ui/menu.module.css'

const words = texts.checks

/** Data that is loaded only for the visible rows. */
export interface Late {
  readonly ticks: readonly Tick[] | undefined
  readonly metrics: CheckMetrics | undefined
}

export interface Column {
  readonly key: string
  readonly label: string
  /** Pixels. */
  readonly width: number
  readonly isNumber?: true
  /** The order that its head asks for. */
  readonly sort?: Sort
  /** Why a short label says what it does. */
  readonly title?: string
  readonly reads?: 'ticks' | 'metrics'
  readonly cell: (row: CheckRowData, late: Late) => ReactNode
}

const agoOf = (at: string | null): string => (at === null ? '–' : formatAgo(Date.parse(at), now()))

/** Of each check in the column of its last runs. */
export const ticksInRow = 40
const rowTicks = { width: 2, gap: 1, height: 22 } as const

/** The optional columns. */
export const columns: readonly Column[] = [
  {
    key: 'runs',
    label: words.runs,
    width: 120,
    reads: 'ticks',
    cell: (_row, { ticks }) =>
      ticks !== undefined &&
      ticks.length > 0 && (
        <span className={styles.lastRuns}>
          <TickStrip ticks={ticks} shape={rowTicks} />
        </span>
      ),
  },
  {
    key: 'availability',
    label: words.days30,
    title: words.days30Title,
    width: 80,
    isNumber: true,
    reads: 'metrics',
    cell: (_row, { metrics }) =>
      metrics && (metrics.availability === null ? '–' : formatAvailability(metrics.availability)),
  },
  {
    key: 'p95',
    label: words.p95,
    title: words.p95Title,
    width: 72,
    isNumber: true,
    reads: 'metrics',
    cell: (_row, { metrics }) => metrics && formatAlignedMs(metrics.p95),
  },
  { key: 'since', label: words.since, sort: 'since', width: 112, isNumber: true, cell: ({ since }) => agoOf(since) },
  { key: 'group', label: words.group, sort: 'group', width: 140, cell: ({ groupName }) => groupName },
  {
    key: 'locations',
    label: words.locations,
    width: 160,
    cell: ({ locations, privateLocations }) => <PlaceName of={[...locations, ...privateLocations]} />,
  },
  {
    key: 'responseTime',
    label: words.responseTime,
    sort: 'responseTime',
    width: 104,
    isNumber: true,
    cell: ({ lastResponseTime }) => formatAlignedMs(lastResponseTime),
  },
  {
    key: 'frequency',
    label: words.frequency,
    sort: 'frequency',
    width: 88,
    isNumber: true,
    cell: ({ frequency }) => (frequency === null ? '–' : words.everyMinutes(frequency)),
  },
  {
    key: 'lastRun',
    label: words.lastRun,
    sort: 'lastRunAt',
    width: 112,
    isNumber: true,
    cell: ({ lastRunAt }) => agoOf(lastRunAt),
  },
]

const storageKey = 'belfry.checks.columns'
const usual = 'runs,availability,p95,group,frequency,lastRun'
const subscribers = new Set<() => void>()

const read = (): string => localStorage.getItem(storageKey) ?? usual

function subscribe(notify: () => void): () => void {
  subscribers.add(notify)
  return () => subscribers.delete(notify)
}

/** The columns that this browser shows. */
export function useColumns(): readonly Column[] {
  const chosen = useSyncExternalStore(subscribe, read)
  return useMemo(() => columns.filter(({ key }) => chosen.split(',').includes(key)), [chosen])
}

/** The widths of the columns, for every row of the list; narrow windows have separate rows. */
export const templateOf = (shown: readonly Column[]): CSSProperties => {
  const columnWidths = ['24px', 'minmax(0, 1fr)', '112px', ...shown.map(({ width }) => `${width}px`)].join(' ')
  const properties: Readonly<Record<string, string>> = { '--columns': columnWidths }
  return properties
}

export function ColumnsMenu() {
  const shown = useColumns()
  const toggle = (key: string, isShown: boolean): void => {
    const keys = shown.map((column) => column.key).filter((one) => one !== key)
    localStorage.setItem(storageKey, [...keys, ...(isShown ? [key] : [])].join(','))
    for (const notify of subscribers) notify()
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button size="small" className={styles.choose}>
          {words.columns}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4}>
          {columns.map(({ key, label }) => (
            <DropdownMenu.CheckboxItem
              key={key}
              checked={shown.some((column) => column.key === key)}
              onCheckedChange={(isShown) => toggle(key, isShown)}
              onSelect={(event) => event.preventDefault()}
            >
              <span className={styles.mark}>
                <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
              </span>
              {label}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
