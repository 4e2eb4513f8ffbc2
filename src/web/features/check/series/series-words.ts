import { texts } from '../../../strings/index.ts'
import { lateTexts } from '../../../strings/late.ts'
import { reasonText } from '../../../strings/reason-text.ts'
import type { State } from '../../../ui/status.tsx'
import { formatMs, formatNumber } from '../../../ui/format.ts'
import type { Series } from '../api.ts'

export type Bucket = Series['buckets'][number]
export type Annotation = Series['annotations'][number]
type Counts = Pick<Bucket, 'passed' | 'degraded' | 'failed'>

/** The worst verdict of an interval. */
export const stateOf = ({ degraded, failed }: Counts): State =>
  failed > 0 ? 'FAILING' : degraded > 0 ? 'DEGRADED' : 'PASSING'

export const sizeOf = ({ passed, degraded, failed }: Counts): number => passed + degraded + failed

/** The share of results that did not fail; null without results. */
export const shareOf = (counts: Counts): number | null =>
  sizeOf(counts) === 0 ? null : (sizeOf(counts) - counts.failed) / sizeOf(counts)

/** A value of a metric with its unit. */
export const formatMetric = (value: number | null | undefined, unit: Series['metrics'][number]['unit']): string => {
  if (value === null || value === undefined) return '–'
  if (unit === 'milliseconds') return formatMs(value)
  return `${formatNumber(value)}${unit === 'percentage' ? '\u202f%' : ''}`
}

const words = lateTexts.series

/** An event, as a sentence. */
export const describeAnnotation = (annotation: Annotation): string => sentences[annotation.kind](annotation)

const labels: Readonly<Partial<Record<string, string>>> = {
  ...lateTexts.editor.fields,
  ...lateTexts.effectiveSettings.fields,
  ...words.fields,
}

/** A field of a check or a group as people know it. */
export const labelOfField = (field: string): string => labels[field] ?? field

const describeChange = ({ kind, name, action, ofGroup, fields }: Annotation): string => {
  const subject = ofGroup ? words.theGroup : words.theCheck
  const by = name ?? (kind === 'DEPLOYMENT' ? words.aKey : words.somebody)
  return action === 'CREATED'
    ? words.created(subject, by)
    : words.updated({ subject, by, fields: [...new Set(fields.map(labelOfField))].join(', ') })
}

const sentences: { readonly [K in Annotation['kind']]: (annotation: Annotation) => string } = {
  ALERT: ({ alertType, error }) =>
    [alertType ? texts.alerts.types[alertType] : words.alert, error ? reasonText(error) : null]
      .filter(Boolean)
      .join(': '),
  CHANGE: describeChange,
  DEPLOYMENT: describeChange,
  INCIDENT: ({ name }) => words.incident(name ?? ''),
  MAINTENANCE: ({ name, pauses, silences }) => words.maintenance(name ?? '', pauses === true, silences === true),
}
