import type { Static, TSchema } from 'typebox'
import { mergePatchSchema, mergePatchType } from '../merge-patch.ts'
import type { MergePatch } from '../merge-patch.ts'
import { alertChannelOperations } from './alert-channels.ts'
import { checkGroupOperations } from './check-groups.ts'
import { checkOperations } from './checks.ts'
import { dashboardOperations } from './dashboards.ts'
import { maintenanceWindowOperations } from './maintenance-windows.ts'
import { privateLocationOperations } from './private-locations.ts'
import type { OperationRow } from './row.ts'
import { snippetOperations } from './snippets.ts'
import { statusPageServiceOperations } from './status-page-services.ts'
import { statusPageOperations } from './status-pages.ts'
import { variableOperations } from './variables.ts'

/** The rows that have a merge patch: what a PUT replaces completely, a PATCH at the same path changes in parts. */
const updates = {
  ...onlyUpdates(checkOperations),
  ...onlyUpdates(checkGroupOperations),
  ...onlyUpdates(alertChannelOperations),
  ...onlyUpdates(maintenanceWindowOperations),
  ...onlyUpdates(dashboardOperations),
  ...onlyUpdates(statusPageOperations),
  ...onlyUpdates(statusPageServiceOperations),
  ...onlyUpdates(privateLocationOperations),
  ...onlyUpdates(variableOperations),
  ...onlyUpdates(snippetOperations),
}

/** Updates of parts of a resource, which have nothing to merge with. */
type Part = 'updateAlertChannelSubscription' | 'updateMaintenanceUpdate'
type UpdateName<K> = K extends Part ? never : K extends `update${string}` ? K : never

/** The cast is safe because exactly the rows with such a name remain. */
function onlyUpdates<const T extends Readonly<Record<string, OperationRow>>>(
  rows: T,
): { readonly [K in keyof T as UpdateName<K>]: T[K] } {
  const parts: readonly string[] = ['updateAlertChannelSubscription', 'updateMaintenanceUpdate'] satisfies Part[]
  const entries = Object.entries(rows).filter(([name]) => name.startsWith('update') && !parts.includes(name))
  return Object.fromEntries(entries) as { readonly [K in keyof T as UpdateName<K>]: T[K] }
}

export type UpdateId = keyof typeof updates
type PatchName<K extends string> = K extends `update${infer Name}` ? `patch${Name}` : never
type BodyOf<R> = R extends { readonly body: infer B extends TSchema } ? Static<B> : never

/** A row as its PUT, with the body of a patch. */
type PatchRow<R extends OperationRow> = Omit<R, 'method' | 'body' | 'deprecated' | 'ignoresUnknown'> & {
  readonly method: 'PATCH'
  readonly body: TSchema & { readonly static: MergePatch<BodyOf<R>> }
  readonly bodyType: typeof mergePatchType
}
export type PatchId = PatchName<UpdateId>
type PatchRows = { readonly [K in UpdateId as PatchName<K>]: PatchRow<(typeof updates)[K]> }

/** The update behind a patch; the name itself for every other operation. */
export const updateOfPatch = (id: string): string => id.replace(/^patch/, 'update')

function patchOf({ deprecated: _deprecated, ignoresUnknown: _ignores, ...row }: OperationRow): OperationRow {
  return {
    ...row,
    method: 'PATCH',
    summary: `${row.summary.replace(/;.*/, '').replace(/^(Update|Change)\b.*?\b(an?)\b/, 'Change single fields of $2')}`,
    body: mergePatchSchema(row.body ?? {}),
    bodyType: mergePatchType,
  }
}

/**
 * `patchSnippet` next to `updateSnippet`, and so on. The cast is safe because each name and row is derived from those
 * of its update.
 */
function patchRows(): PatchRows {
  const entries = Object.entries(updates).map(([name, row]) => [name.replace(/^update/, 'patch'), patchOf(row)])
  return Object.fromEntries(entries) as PatchRows
}

export const mergePatchOperations = patchRows()
