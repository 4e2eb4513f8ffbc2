import { Fragment } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Pane } from '../../../ui/pane.tsx'
import type { Series } from '../api.ts'
import { formatMetric } from './series-words.ts'
import { KeyValues } from '../../../ui/key-values.tsx'

const words = lateTexts.series

/** Further measurements of this type. */
export function Measurements({ series }: { readonly series: Series }) {
  const shown = series.metrics.flatMap((metric, index) => {
    const value = series.total.means[index]
    return metric.isPhase || value === null || value === undefined ? [] : [{ ...metric, value }]
  })
  if (shown.length === 0) return null
  return (
    <Pane title={words.measurements} more={words.mean}>
      <KeyValues className="padx pb">
        {shown.map(({ name, label, unit, value }) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>{formatMetric(value, unit)}</dd>
          </Fragment>
        ))}
      </KeyValues>
    </Pane>
  )
}
