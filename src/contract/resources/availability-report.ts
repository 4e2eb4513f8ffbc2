import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { DateTime, Nullable, OneOf } from '../schema.ts'

export const reportGroupings = ['check', 'group', 'tag'] as const
export type ReportGrouping = (typeof reportGroupings)[number]
export const reportOrders = ['name', 'availability', 'downtime', 'outages', 'mean', 'p50', 'p95', 'p99'] as const
export type ReportOrder = (typeof reportOrders)[number]

/** How a time counts of which nothing is known: nobody could see the targets, or the service did not run. */
export const unknownTimes = ['excluded', 'down', 'up'] as const
export type UnknownTime = (typeof unknownTimes)[number]

const figures = {
  results: Type.Integer({ description: 'Runs with a result; those that nobody could run have none.' }),
  failures: Type.Integer(),
  availability: Nullable(Type.Number(), {
    description: 'Percent of the results that did not fail; degraded ones did not.',
  }),
  downtime: Nullable(Type.Number(), {
    description:
      'Seconds: the share of failed results times the known part of the range, from the creation of the check on; with the unknown part where that counts as down.',
  }),
  unknown: Type.Optional(
    Type.Number({
      description:
        'Seconds of the range of which nothing is known, on average of the checks; absent when there are none.',
    }),
  ),
  outages: Type.Integer({ description: 'How often a check began to fail.' }),
  mean: Nullable(Type.Number(), { description: 'Milliseconds; null without a response time.' }),
  p50: Nullable(Type.Number()),
  p95: Nullable(Type.Number()),
  p99: Nullable(Type.Number()),
}
const ReportFiguresSchema = Type.Object(figures)
export type ReportFigures = Static<typeof ReportFiguresSchema>

const compared = { ...figures, previous: ReportFiguresSchema }

export const AvailabilityReportSchema = Type.Object({
  from: DateTime(),
  to: DateTime(),
  previousFrom: DateTime({ description: 'When the period compared with begins.' }),
  previousTo: DateTime(),
  unknownAs: Type.Optional(OneOf(unknownTimes, { description: 'How a time counts of which nothing is known.' })),
  entries: Type.Array(
    Type.Object({
      id: Nullable(Type.String(), { description: 'Of the check or group, or the tag; null: of those without one.' }),
      name: Nullable(Type.String()),
      checkType: Nullable(OneOf(publicCheckTypes)),
      checks: Type.Integer(),
      ...compared,
    }),
  ),
  length: Type.Integer({ description: 'How many entries there are on all pages.' }),
  total: Type.Object({ checks: Type.Integer(), ...compared }, { description: 'Of all checks of the report.' }),
})
export type AvailabilityReport = Static<typeof AvailabilityReportSchema>
export type ReportEntry = AvailabilityReport['entries'][number]
