import type { Queryable } from '#storage/database'
import { listLiveDigests, listProjectResources } from '#storage/projects'
import type { ProjectBindingRow, ProjectRow, StoredResourceType } from '#storage/projects'
import { keyOf } from './references.ts'
import { isResourceType } from './resource-types/index.ts'

/** The resources that a project owns or refers to, and which of them exist. */
export interface KnownState {
  readonly bindings: ReadonlyMap<string, ProjectBindingRow>
  readonly live: LiveState
}

/** The digests of the resources that exist, by type and id. */
export type LiveState = ReadonlyMap<string, string>

interface Identified {
  readonly type: string
  readonly physicalId: string
}

export const liveKeyOf = ({ type, physicalId }: Identified): string => `${type} ${physicalId}`

/** The state of a project, and of others that are named, in a number of statements that does not depend on theirs. */
export async function readKnownState(
  db: Queryable,
  {
    accountId,
    project,
    others,
  }: {
    readonly accountId: string
    readonly project: ProjectRow | null
    readonly others: readonly Identified[]
  },
): Promise<KnownState> {
  const rows = project === null ? [] : await listProjectResources(db, accountId, project.id)
  return {
    bindings: new Map(rows.map((row) => [keyOf(row), row])),
    live: await readLiveState(db, accountId, [...rows, ...others]),
  }
}

export async function readLiveState(
  db: Queryable,
  accountId: string,
  resources: readonly Identified[],
): Promise<LiveState> {
  const digests = new Map<string, string>()
  for (const [type, physicalIds] of idsByType(resources))
    for (const { physicalId, digest } of await listLiveDigests(db, { accountId, type, physicalIds }))
      digests.set(liveKeyOf({ type, physicalId }), digest)
  return digests
}

function* idsByType(resources: readonly Identified[]): Generator<[StoredResourceType, string[]]> {
  for (const [type, found] of Map.groupBy(resources, (resource) => resource.type))
    if (isResourceType(type)) yield [type, found.map(({ physicalId }) => physicalId)]
}
