import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { DateTime, Nullable, OneOf } from '../schema.ts'
import { notRunning } from './not-running.ts'

/** The states of checks in lists, the worst first. UNKNOWN: nobody runs it now. PENDING has not run yet. */
export const checkRowStates = ['FAILING', 'DEGRADED', 'UNKNOWN', 'PENDING', 'PASSING', 'PAUSED'] as const
export type CheckRowState = (typeof checkRowStates)[number]

const SilenceSchema = Type.Object({
  reason: OneOf(['CHECK_MUTED', 'GROUP_MUTED', 'CHECK_SNOOZED']),
  until: Nullable(DateTime({ description: 'Null while it has no end.' })),
})

/** A check in a list. */
export const CheckRowSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  checkType: OneOf(publicCheckTypes),
  state: OneOf(checkRowStates),
  since: Nullable(DateTime({ description: 'Since when it has the state; null while it never changed.' })),
  url: Nullable(Type.String({ description: 'The requested URL, for types with a URL.' })),
  groupId: Nullable(Type.Integer()),
  groupName: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  muted: Type.Boolean({ description: 'Muted by the check, its group, or for a time.' }),
  silence: Nullable(SilenceSchema, { description: 'The mute or snooze that ends last; null without one.' }),
  acknowledgedBy: Nullable(Type.String({ description: 'Who acknowledged the open alert.' })),
  frequency: Nullable(Type.Number({ description: 'Minutes between runs; 0: 10 to 30 seconds.' })),
  locations: Type.Array(Type.String()),
  privateLocations: Type.Array(Type.String()),
  lastResultId: Nullable(Type.String()),
  lastRunAt: Nullable(DateTime()),
  lastResponseTime: Nullable(Type.Number({ description: 'Milliseconds.' })),
  notRunning: notRunning(),
})
export type CheckRowResource = Static<typeof CheckRowSchema>

/** How many checks have each state. */
export const CountsSchema = Type.Object({
  FAILING: Type.Integer(),
  DEGRADED: Type.Integer(),
  UNKNOWN: Type.Integer(),
  PENDING: Type.Integer(),
  PASSING: Type.Integer(),
  PAUSED: Type.Integer(),
})
export type CheckCounts = Static<typeof CountsSchema>

export const CheckRowListSchema = Type.Object({
  entries: Type.Array(CheckRowSchema),
  length: Type.Integer(),
  nextId: Nullable(Type.String({ description: 'Cursor of the next page; null on the last.' })),
  counts: CountsSchema,
})
export type CheckRowListResource = Static<typeof CheckRowListSchema>

/** All checks of an account, as small as a picture of them needs. */
export const CheckCellsSchema = Type.Object({
  groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description:
      'Or tags, types, codes of locations or places, and slug names of private ones, numbered in this answer.',
  }),
  cells: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      state: OneOf(checkRowStates),
      groupId: Nullable(Type.Integer()),
    }),
    { description: 'By the names of groups, or of what else it is arranged by, then of checks.' },
  ),
})

export type CheckCellsResource = Static<typeof CheckCellsSchema>

/** The filter values of checks, with the number of checks of each. */
export const CheckFacetsSchema = Type.Object({
  tags: Type.Array(Type.Object({ tag: Type.String(), checks: Type.Integer() }), {
    description: 'The most used first, 2000 at most.',
  }),
  locations: Type.Array(
    Type.Object({
      location: Type.String({ description: 'Code of a public, slug name of a private location.' }),
      name: Nullable(Type.String({ description: 'The name of a private location.' })),
      checks: Type.Integer(),
    }),
    { description: 'Of the checks themselves, not of their groups; the most used first, 2000 at most.' },
  ),
  places: Type.Array(
    Type.Object({
      place: Type.String({ description: 'The display name; the slug name for a private location.' }),
      locations: Type.Array(Type.String(), { description: 'Codes of the locations there, or the slug name.' }),
      checks: Type.Integer(),
    }),
    { description: 'The same by place: locations that one machine serves are one.' },
  ),
})
export type CheckFacetsResource = Static<typeof CheckFacetsSchema>
