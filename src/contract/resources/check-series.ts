import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { metricUnits } from '../check-types/metrics.ts'
import { alertTypes } from '../runs/alert.ts'
import { DateTime, Nullable, OneOf } from '../schema.ts'
import { auditActions } from './audit-log.ts'
import { incidentSeverities } from './check-fields.ts'

const Duration = () => Nullable(Type.Number())

const bucketFields = {
  passed: Type.Integer({ description: 'Results, degraded ones apart.' }),
  degraded: Type.Integer(),
  failed: Type.Integer(),
  p50: Duration(),
  p95: Duration(),
  p99: Duration(),
  max: Duration(),
  means: Type.Array(Nullable(Type.Number()), { description: 'Of each of `metrics`, in their order.' }),
}

const SeriesTotalSchema = Type.Object(bucketFields, { description: 'All results of the range.' })
export type SeriesTotalResource = Static<typeof SeriesTotalSchema>

/** The aggregates of the results of one check within one interval. */
const SeriesBucketSchema = Type.Object({
  at: DateTime({ description: 'When the interval begins.' }),
  ...bucketFields,
})
export type SeriesBucketResource = Static<typeof SeriesBucketSchema>

export const annotationKinds = ['ALERT', 'CHANGE', 'DEPLOYMENT', 'INCIDENT', 'MAINTENANCE'] as const
export type AnnotationKind = (typeof annotationKinds)[number]

/** An event of a check besides its runs. Fields that its kind does not have are null. */
const SeriesAnnotationSchema = Type.Object({
  kind: OneOf(annotationKinds, {
    description:
      'CHANGE is a change of the check or its group by a person or a key, DEPLOYMENT one by a command or by a tool that names itself, as Terraform does. INCIDENT was opened by the check.',
  }),
  id: Type.String({ description: 'Of the alert, the audit entry, the incident or the maintenance window.' }),
  at: DateTime(),
  until: Nullable(DateTime(), { description: 'When an incident or a maintenance ended or will end; null while open.' }),
  name: Nullable(Type.String({ description: 'Of the incident or the window, or of who changed something.' })),
  alertType: Nullable(OneOf(alertTypes)),
  error: Nullable(Type.String()),
  checkResultId: Nullable(Type.String()),
  action: Nullable(OneOf(auditActions)),
  operation: Nullable(Type.String({ description: 'The id of the operation of a change.' })),
  ofGroup: Nullable(Type.Boolean({ description: 'Whether its group was changed, not the check itself.' })),
  fields: Type.Array(Type.String(), { description: 'The changed fields, without values; at most 20.' }),
  severity: Nullable(OneOf(incidentSeverities)),
  pauses: Nullable(Type.Boolean({ description: 'Whether the maintenance pauses the check.' })),
  silences: Nullable(Type.Boolean({ description: 'Whether the maintenance silences its alerts.' })),
})
export type SeriesAnnotationResource = Static<typeof SeriesAnnotationSchema>

export const CheckSeriesSchema = Type.Object({
  checkId: Type.String(),
  checkType: OneOf(publicCheckTypes),
  from: DateTime({ description: 'The beginning of the first interval.' }),
  to: DateTime({ description: 'The end of the last interval.' }),
  interval: Type.Integer({ description: 'Seconds. Intervals are counted from 1970, so that they stay the same.' }),
  metric: Nullable(Type.Object({ name: Type.String(), label: Type.String(), unit: OneOf(metricUnits) }), {
    description: 'The metric of the percentiles; null for heartbeats.',
  }),
  metrics: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      unit: OneOf(metricUnits),
      isPhase: Type.Boolean({ description: 'Whether it is a part of the response time.' }),
    }),
    { description: 'Further metrics of this check type.' },
  ),
  total: SeriesTotalSchema,
  buckets: Type.Array(SeriesBucketSchema, { description: 'Intervals with results, the oldest first.' }),
  locations: Type.Array(
    Type.Object({ location: Type.String(), total: SeriesTotalSchema, buckets: Type.Array(SeriesBucketSchema) }),
    { description: 'The same apart for each location, when asked for.' },
  ),
  annotations: Type.Array(SeriesAnnotationSchema, { description: 'The oldest first; the latest 100 of each kind.' }),
})
export type CheckSeriesResource = Static<typeof CheckSeriesSchema>
